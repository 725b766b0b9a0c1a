"""Runs the program `pipeline` for `python -m pipeline_render`."""

from . import main

main()
