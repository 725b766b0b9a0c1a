import Compositing
import Scenes

print("bench")
