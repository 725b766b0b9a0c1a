"""The root example at 1080×1920 for the bars that name it."""

import json
import os
import shutil

FRAMES = 90
WIDTH, HEIGHT = 1080, 1920
SCALE = WIDTH / 320


def write(root, folder):
    """magic.json in `folder`, with its pictures; the screens grow from 568 to 568.9 points."""
    path = os.path.join(folder, "magic.json")
    if os.path.exists(path):
        return path
    with open(os.path.join(root, "pipeline.json")) as file:
        document = json.load(file)
    height = HEIGHT / SCALE
    document["canvas"]["size"] = [320, height]
    document["canvas"]["scale"] = SCALE
    for screen in document["screens"].values():
        for layer in screen["layers"]:
            if layer["frame"] == [0, 0, 320, 568]:
                layer["frame"] = [0, 0, 320, height]
    del document["outputs"]
    shutil.copytree(os.path.join(root, "Examples", "magic-push", "art"),
                    os.path.join(folder, "Examples", "magic-push", "art"))
    with open(path, "w") as file:
        json.dump(document, file)
    return path
