"""python -m pipeline_render: the program `pipeline`."""

from . import main

main()
