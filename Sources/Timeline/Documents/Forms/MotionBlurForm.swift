import JSON

/// The schema of motion blur, for a canvas and for an output.
enum MotionBlurForm {
  private static let table = ObjectSchema<MotionBlurSpec>(
    "a motion blur", definition: "motionBlur",
    """
    Blurs moving layers like a camera whose shutter is open around the time of each frame. Several \
    moments while the shutter is open are drawn, and averaged in linear light. About one moment is \
    drawn for each pixel of movement.
    """,
    make: { MotionBlurSpec() },
    fields: [
      Field(
        "shutterAngle", { $0.shutterAngle = $1 }, ValueSchema<Double>.number(MotionBlurSpec.angles),
        """
        The shutter angle in degrees. 180, the default, is half the duration of a frame. 0 means \
        no blur.
        """
      ),
      Field(
        "samples", { $0.samples = $1 }, .whole(2...256),
        "The largest number of moments that are drawn for a frame; 64 by default."),
    ])

  static let motionBlur: ValueSchema<MotionBlurSpec> = table.form
    .or([.boolean], ValueSchema<Bool>.boolean.map { $0 ? MotionBlurSpec() : .off })
    .named("true, false or a motion blur")
}
