// Declares parameters, roles and plugins in Rust; the compiler determines the types and offsets of struct
// fields. The file animator.rs includes this file. The code needs Rust 1.63 or later.

/// A type that a field of a parameters struct may have.
pub trait animator_field_type {
    /// The ANIMATOR_TYPE_… constant of the field.
    const TYPE: u32;
}
impl animator_field_type for bool {
    const TYPE: u32 = ANIMATOR_TYPE_BOOL;
}
impl animator_field_type for i32 {
    const TYPE: u32 = ANIMATOR_TYPE_INT32;
}
impl animator_field_type for f64 {
    const TYPE: u32 = ANIMATOR_TYPE_DOUBLE;
}
impl animator_field_type for animator_point {
    const TYPE: u32 = ANIMATOR_TYPE_POINT;
}
impl animator_field_type for animator_size {
    const TYPE: u32 = ANIMATOR_TYPE_SIZE;
}
impl animator_field_type for animator_rect {
    const TYPE: u32 = ANIMATOR_TYPE_RECT;
}
impl animator_field_type for animator_color {
    const TYPE: u32 = ANIMATOR_TYPE_COLOR;
}
impl animator_field_type for *const c_char {
    const TYPE: u32 = ANIMATOR_TYPE_STRING;
}
impl animator_field_type for animator_curve {
    const TYPE: u32 = ANIMATOR_TYPE_CURVE;
}

/// The ANIMATOR_TYPE_… constant of the field that a function selects.
pub const fn animator_type_of<Struct, Field: animator_field_type>(_: fn(&Struct) -> &Field) -> u32 {
    Field::TYPE
}

/// The type of a choice, which is stored as an i32.
pub const fn animator_choice_of<Struct>(_: fn(&Struct) -> &i32) -> u32 {
    ANIMATOR_TYPE_CHOICE
}

/// A value whose bits are all zero, which is valid for every type in this file.
pub const fn animator_zero<Value: Copy>() -> Value {
    const BYTES: usize = 1024;
    union Zero<Value: Copy> {
        bytes: [u8; BYTES],
        value: Value,
    }
    assert!(std::mem::size_of::<Value>() <= BYTES);
    // Safety: zero bits are a valid value of integers, floats, bools, null pointers, absent functions, and
    // structs of them.
    unsafe { Zero { bytes: [0; BYTES] }.value }
}

/// The offset and size of a field in bytes, which are found by writing zeros to the field of a struct filled
/// with ones.
macro_rules! animator_place {
    ($Struct:ty, $field:ident) => {{
        const BYTES: usize = ::std::mem::size_of::<$Struct>();
        #[repr(C)]
        union Whole {
            bytes: [u8; BYTES],
            value: $Struct,
        }
        const fn place() -> (u32, u32) {
            let mut whole = Whole {
                bytes: [0xff; BYTES],
            };
            whole.value.$field = $crate::animator::animator_zero();
            // Safety: every byte has been initialised.
            let bytes = unsafe { whole.bytes };
            let mut start = 0;
            while start < BYTES && bytes[start] != 0 {
                start += 1;
            }
            let mut end = start;
            while end < BYTES && bytes[end] == 0 {
                end += 1;
            }
            (start as u32, (end - start) as u32)
        }
        place()
    }};
}

/// Stops the compilation if the layout of a struct differs from that in animator.h.
macro_rules! animator_layout {
    ($Struct:ident, $size:expr, $align:expr, { $($field:ident: $offset:expr, $bytes:expr;)* }) => {
        const _: () = assert!(std::mem::size_of::<$Struct>() == $size);
        const _: () = assert!(std::mem::align_of::<$Struct>() == $align);
        $(const _: () = {
            let (offset, bytes) = animator_place!($Struct, $field);
            assert!(offset == $offset && bytes == $bytes);
        };)*
    };
}

/// A zero-terminated text.
macro_rules! animator_text {
    ($text:expr) => {
        concat!($text, "\0").as_ptr() as *const ::std::os::raw::c_char
    };
}

/// animator_field!(Ripple, radius, ANIMATOR_UNIT_POINTS, 0.0, 4096.0, "0", "Radius at the start.")
///
/// The macro takes the type from the field; an unsupported type does not compile.
macro_rules! animator_field {
    ($Struct:ty, $field:ident, $unit:expr, $minimum:expr, $maximum:expr, $default:expr, $doc:expr
     $(,)?) => {
        $crate::animator::animator_parameter {
            name: animator_text!(stringify!($field)),
            doc: animator_text!($doc),
            default_json: animator_text!($default),
            choices: ::std::ptr::null(),
            minimum: $minimum,
            maximum: $maximum,
            r#type: $crate::animator::animator_type_of(|whole: &$Struct| &whole.$field),
            unit: $unit,
            offset: animator_place!($Struct, $field).0,
            field_size: animator_place!($Struct, $field).1,
        }
    };
}

/// animator_choice!(Ripple, fit, "cover|diagonal", "\"cover\"", "Where the hole stops growing.")
macro_rules! animator_choice {
    ($Struct:ty, $field:ident, $choices:expr, $default:expr, $doc:expr $(,)?) => {
        $crate::animator::animator_parameter {
            name: animator_text!(stringify!($field)),
            doc: animator_text!($doc),
            default_json: animator_text!($default),
            choices: animator_text!($choices),
            minimum: 0.0,
            maximum: 0.0,
            r#type: $crate::animator::animator_choice_of(|whole: &$Struct| &whole.$field),
            unit: $crate::animator::ANIMATOR_UNIT_NONE,
            offset: animator_place!($Struct, $field).0,
            field_size: animator_place!($Struct, $field).1,
        }
    };
}

/// animator_role!("from", "The old screen."): a role that takes one layer.
macro_rules! animator_role {
    ($name:expr, $doc:expr $(,)?) => {
        $crate::animator::animator_role {
            name: animator_text!($name),
            doc: animator_text!($doc),
            create_json: ::std::ptr::null(),
            minimum: 1,
            maximum: 1,
        }
    };
}

/// animator_function!("acme.orbit", "Moves around a centre.", orbit,
///     (f64, animator_point, f64) -> animator_point)
///
/// Declares an `extern "C" fn` that documents can call. A list of types that differs from the types of the
/// function does not compile. Put such functions into a `static FUNCTIONS: [animator_function; N]`.
macro_rules! animator_function {
    ($id:expr, $doc:expr, $function:path, ($($argument:ty),+ $(,)?) -> $result:ty $(,)?) => {{
        const FUNCTION: extern "C" fn($($argument),+) -> $result = $function;
        $crate::animator::animator_function {
            id: animator_text!($id),
            doc: animator_text!($doc),
            // Safety: the host calls the function with the signature below, which is that of FUNCTION.
            code: Some(unsafe {
                ::std::mem::transmute::<
                    extern "C" fn($($argument),+) -> $result,
                    unsafe extern "C" fn(),
                >(FUNCTION)
            }),
            flags: 0,
            result: <$result as $crate::animator::animator_result_type>::RESULT,
            argument_count: $crate::animator::animator_signature(&[
                $(<$argument as $crate::animator::animator_field_type>::TYPE),+
            ]).0,
            arguments: $crate::animator::animator_signature(&[
                $(<$argument as $crate::animator::animator_field_type>::TYPE),+
            ]).1,
        }
    }};
}

/// Must be used once in each plugin: defines its note and its entry, which adds the animators at the given addresses.
///
///     animator_plugin!(&RIPPLE_REVEAL, &CIRCLE_REVEAL);
///
/// A plugin with functions adds its table of functions first, before its animators or alone.
///
///     animator_plugin!(functions FUNCTIONS, &RIPPLE_REVEAL);
///
/// A plugin that requires a later minor version names that version first; older hosts then refuse the plugin
/// before any of its code runs.
///
///     animator_plugin!(requires 1, &RIPPLE_REVEAL);
macro_rules! animator_plugin {
    (functions $($rest:tt)+) => {
        animator_plugin!(requires 0, functions $($rest)+);
    };
    (requires $minor:literal, functions $functions:expr $(, $descriptor:expr)* $(,)?) => {
        animator_plugin!(@add $minor, host, {
            $crate::animator::animator_add_functions(host, &$functions)?;
            $($crate::animator::animator_add(host, $descriptor)?;)*
        });
    };
    (@add $minor:literal, $host:ident, $body:block) => {
        #[link_section = ".note.animator"]
        #[used]
        static ANIMATOR_NOTE: [u32; 10] = [
            9,
            16,
            1,
            0x6d696e61,
            0x726f7461,
            0,
            $crate::animator::ANIMATOR_VERSION_MAJOR as u32,
            $crate::animator::ANIMATOR_VERSION_MINOR as u32,
            $minor,
            0,
        ];

        /// # Safety `host` is the host's struct, which is valid until the function returns.
        #[no_mangle]
        pub unsafe extern "C" fn animator_plugin_v1(
            $host: *const $crate::animator::animator_host,
        ) -> i32 {
            let add_all = || -> Result<(), i32> {
                $body
                Ok(())
            };
            add_all().err().unwrap_or($crate::animator::ANIMATOR_OK)
        }
    };
    (requires $minor:literal, $($descriptor:expr),+ $(,)?) => {
        animator_plugin!(@add $minor, host, {
            $($crate::animator::animator_add(host, $descriptor)?;)+
        });
    };
    ($($descriptor:expr),+ $(,)?) => {
        animator_plugin!(requires 0, $($descriptor),+);
    };
}

/// A type that a typed function may return as its result.
pub trait animator_result_type: animator_field_type {
    /// The ANIMATOR_TYPE_… constant of the result type.
    const RESULT: u32 = Self::TYPE;
}
impl animator_result_type for bool {}
impl animator_result_type for i32 {}
impl animator_result_type for f64 {}
impl animator_result_type for animator_point {}
impl animator_result_type for animator_size {}
impl animator_result_type for animator_rect {}
impl animator_result_type for animator_color {}

/// The number of a function's arguments, and their types in the form of the function table.
pub const fn animator_signature(types: &[u32]) -> (u32, [u32; ANIMATOR_ARGUMENTS_MAX as usize]) {
    let mut arguments = [0; ANIMATOR_ARGUMENTS_MAX as usize];
    let mut i = 0;
    while i < types.len() {
        arguments[i] = types[i];
        i += 1;
    }
    (types.len() as u32, arguments)
}

/// Adds an animator; if the host refuses it, returns the error that the entry returns in turn.
///
/// # Safety
/// `host` is the pointer that the entry received.
pub unsafe fn animator_add(
    host: *const animator_host,
    descriptor: &'static animator_descriptor,
) -> Result<(), i32> {
    match (*host).add.map(|add| add(host, descriptor)) {
        Some(ANIMATOR_OK) => Ok(()),
        status => Err(status.unwrap_or(ANIMATOR_FAILED)),
    }
}

/// An interface of the host by its name, such as "pipeline.pixels/1"; None if the host is too old for it.
/// Call this function in the entry, and keep the result.
///
/// # Safety
/// `host` is the pointer that the entry received; the name is the name of `Interface`.
pub unsafe fn animator_find<Interface>(
    host: *const animator_host,
    name: &str,
) -> Option<&'static Interface> {
    let name = std::ffi::CString::new(name).ok()?;
    let find = (*host).extension?;
    (find(host, name.as_ptr()) as *const Interface).as_ref()
}

/// Adds functions; returns an error if the host is too old for them.
///
/// # Safety
/// `host` is the pointer that the entry received.
pub unsafe fn animator_add_functions(
    host: *const animator_host,
    functions: &'static [animator_function],
) -> Result<(), i32> {
    let (offset, bytes) = animator_place!(animator_host, add_functions);
    let size = std::mem::size_of::<animator_function>() as u32;
    if (*host).size < offset + bytes {
        if let Some(fail) = (*host).fail {
            fail(host, animator_text!("its functions need a newer host"));
        }
        return Err(ANIMATOR_FAILED);
    }
    let count = functions.len() as u32;
    match (*host)
        .add_functions
        .map(|add| add(host, functions.as_ptr(), count, size))
    {
        Some(ANIMATOR_OK) => Ok(()),
        status => Err(status.unwrap_or(ANIMATOR_FAILED)),
    }
}

impl animator_descriptor {
    /// The descriptor of an animator that has only these parameters and roles.
    pub const fn of<Struct>(
        parameters: &'static [animator_parameter],
        roles: &'static [animator_role],
    ) -> animator_descriptor {
        animator_descriptor {
            size: std::mem::size_of::<animator_descriptor>() as u32,
            parameters: parameters.as_ptr(),
            parameter_count: parameters.len() as u32,
            parameter_size: std::mem::size_of::<animator_parameter>() as u32,
            parameters_bytes: std::mem::size_of::<Struct>() as u64,
            parameters_alignment: std::mem::align_of::<Struct>() as u64,
            roles: roles.as_ptr(),
            role_count: roles.len() as u32,
            role_size: std::mem::size_of::<animator_role>() as u32,
            ..animator_zero()
        }
    }
}

impl animator_context {
    /// Whether the transition is a pop or dismiss, in which `from` is above `to` and reveals it.
    pub fn goes_back(&self) -> bool {
        self.operation == ANIMATOR_OPERATION_POP || self.operation == ANIMATOR_OPERATION_DISMISS
    }

    /// Reports to the host during long work that the call is still running. If the host returns false, the
    /// animator should return ANIMATOR_FAILED soon.
    pub fn goes_on(&self) -> bool {
        // Safety: the host's function is called with the host's context.
        self.keep_going.map_or(true, |ask| unsafe { ask(self) })
    }

    /// Reports why the call fails; the animator returns the result of this method. `pointer` is a JSON
    /// pointer relative to the step, such as "/params/radius"; a zero byte ends either text.
    pub fn fails(&self, pointer: &str, message: &str) -> i32 {
        let ended = |text: &str| std::ffi::CString::new(text.split('\0').next().unwrap_or(""));
        if let (Some(fail), Ok(pointer), Ok(message)) = (self.fail, ended(pointer), ended(message))
        {
            // Safety: the host copies both texts.
            unsafe { fail(self, pointer.as_ptr(), message.as_ptr()) }
        }
        ANIMATOR_FAILED
    }
}

/// A picture for reading: RGBA with 8 bits per channel, sRGB-encoded, premultiplied, with the top row first.
#[derive(Clone, Copy)]
pub struct Image<'call> {
    raw: &'call animator_image,
}

impl<'call> Image<'call> {
    pub fn width(&self) -> usize {
        self.raw.width as usize
    }
    pub fn height(&self) -> usize {
        self.raw.height as usize
    }
    /// The bytes of a row, four for each pixel.
    pub fn row(&self, y: usize) -> &'call [u8] {
        assert!(y < self.height());
        // Safety: until the call returns, the host's image has the number of rows and bytes that it declares.
        unsafe {
            let start = self
                .raw
                .data
                .offset(y as isize * self.raw.stride_bytes as isize);
            std::slice::from_raw_parts(start, 4 * self.width())
        }
    }
}

/// The window of a picture for writing, whose pixels have the same format as those of `Image`.
pub struct Output {
    raw: animator_surface,
    window: animator_window,
}

impl Output {
    /// The size of the whole picture.
    pub fn width(&self) -> usize {
        self.raw.width as usize
    }
    pub fn height(&self) -> usize {
        self.raw.height as usize
    }
    /// The rows of the window; `columns` are its columns.
    pub fn rows(&self) -> std::ops::Range<usize> {
        self.window.y as usize..(self.window.y + self.window.height) as usize
    }
    pub fn columns(&self) -> std::ops::Range<usize> {
        self.window.x as usize..(self.window.x + self.window.width) as usize
    }
    /// The bytes of a row of the window, from its first column on.
    pub fn row(&mut self, y: usize) -> &mut [u8] {
        assert!(self.rows().contains(&y));
        let columns = self.columns();
        // Safety: the host's surface contains the window until the call returns.
        unsafe {
            let start = self
                .raw
                .data
                .offset(y as isize * self.raw.stride_bytes as isize);
            std::slice::from_raw_parts_mut(start.add(4 * columns.start), 4 * columns.len())
        }
    }
}

impl animator_context {
    /// Whether the host provides the members after `layer_count`, which hosts before version 1.2 lack.
    fn has_table(&self) -> bool {
        let (offset, bytes) = animator_place!(animator_context, table_bytes);
        self.size >= offset + bytes
    }

    /// The finger, for an animator that reads fingers; None before the first touch.
    pub fn finger(&self) -> Option<&animator_finger> {
        let (offset, bytes) = animator_place!(animator_context, finger);
        if self.size < offset + bytes {
            return None;
        }
        // Safety: the pointer is null, or refers to memory of the host that is valid until the call returns.
        unsafe { self.finger.as_ref() }
    }

    /// The table that `prepare` wrote; empty if the animator has no table.
    pub fn prepared(&self) -> &[u8] {
        if !self.has_table() || self.table.is_null() {
            return &[];
        }
        // Safety: until the call returns, the host's table has the number of bytes that it declares.
        unsafe {
            std::slice::from_raw_parts(self.table as *const u8, self.table_bytes as usize)
        }
    }

    /// The images of one layer among all images that `pixels` receives, one for each time of the layer.
    pub fn images<'all, 'call>(
        &self,
        layer: usize,
        inputs: &'all [Image<'call>],
    ) -> &'all [Image<'call>] {
        if !self.has_table() || self.moment_counts.is_null() {
            return &inputs[layer..layer + 1];
        }
        assert!(layer < self.layer_count as usize);
        // Safety: the host's array has the number of elements that it declares.
        let counts =
            unsafe { std::slice::from_raw_parts(self.moment_counts, self.layer_count as usize) };
        let start = counts[..layer].iter().sum::<u32>() as usize;
        &inputs[start..start + counts[layer] as usize]
    }
}

/// animator_offers!(live): the descriptor's `extension` for an animator that reads the current state of its
/// layers. animator_offers!(times(Values, moments)): for an animator that chooses the moments at which it
/// reads each layer. animator_offers!(prepare(Values, bytes, fill)): for an animator with a table.
/// animator_offers!(finger): for an animator that reads context.finger(). One call of animator_offers may
/// list several features.
///
///     fn moments(values: &Values, context: &animator_context, layer: usize) -> Vec<f64>
///     fn bytes(values: &Values, context: &animator_context, width: usize, height: usize) -> usize
///     fn fill(values: &Values, context: &animator_context, width: usize, height: usize,
///             table: &mut [u8]) -> i32
macro_rules! animator_offers {
    ($($offer:ident $(($($argument:tt)*))?),+ $(,)?) => {{
        unsafe extern "C" fn offered(
            id: *const ::std::os::raw::c_char,
        ) -> *const ::std::os::raw::c_void {
            let id = ::std::ffi::CStr::from_ptr(id).to_bytes();
            $(animator_offers!(@ id, $offer $($($argument)*)?);)+
            ::std::ptr::null()
        }
        Some(offered)
    }};
    (@ $id:ident, live) => {
        static LIVE: $crate::animator::animator_live_inputs =
            $crate::animator::animator_live_inputs {
                size: ::std::mem::size_of::<$crate::animator::animator_live_inputs>() as u32,
                reserved: 0,
            };
        if $id == b"pipeline.live-inputs/1" {
            return &LIVE as *const _ as *const ::std::os::raw::c_void;
        }
    };
    (@ $id:ident, finger) => {
        static FINGER: $crate::animator::animator_finger_input =
            $crate::animator::animator_finger_input {
                size: ::std::mem::size_of::<$crate::animator::animator_finger_input>() as u32,
                reserved: 0,
            };
        if $id == b"pipeline.finger/1" {
            return &FINGER as *const _ as *const ::std::os::raw::c_void;
        }
    };
    (@ $id:ident, times $Values:ty, $moments:path) => {
        unsafe extern "C" fn offered_moments(
            parameters: *const ::std::os::raw::c_void,
            context: *const $crate::animator::animator_context,
            layer: u32,
            to: *mut $crate::animator::animator_time,
        ) -> u32 {
            let moments: fn(&$Values, &$crate::animator::animator_context, usize) -> Vec<f64> =
                $moments;
            let all = moments(&*(parameters as *const $Values), &*context, layer as usize);
            let most = $crate::animator::ANIMATOR_TIMES_MAX as usize;
            for (i, seconds) in all.iter().take(most).enumerate() {
                (*to.add(i)).ticks = (seconds * 705_600_000.0).round() as i64;
            }
            all.len() as u32
        }
        static TIMES: $crate::animator::animator_times = $crate::animator::animator_times {
            size: ::std::mem::size_of::<$crate::animator::animator_times>() as u32,
            reserved: 0,
            moments: Some(offered_moments),
        };
        if $id == b"pipeline.times/1" {
            return &TIMES as *const _ as *const ::std::os::raw::c_void;
        }
    };
    (@ $id:ident, prepare $Values:ty, $bytes:path, $fill:path) => {
        unsafe extern "C" fn offered_bytes(
            parameters: *const ::std::os::raw::c_void,
            context: *const $crate::animator::animator_context,
            width: i32,
            height: i32,
        ) -> u64 {
            let bytes: fn(&$Values, &$crate::animator::animator_context, usize, usize) -> usize =
                $bytes;
            let values = &*(parameters as *const $Values);
            bytes(values, &*context, width as usize, height as usize) as u64
        }
        unsafe extern "C" fn offered_table(
            parameters: *const ::std::os::raw::c_void,
            context: *const $crate::animator::animator_context,
            width: i32,
            height: i32,
            table: *mut ::std::os::raw::c_void,
            count: u64,
        ) -> i32 {
            let fill: fn(
                &$Values,
                &$crate::animator::animator_context,
                usize,
                usize,
                &mut [u8],
            ) -> i32 = $fill;
            let table = ::std::slice::from_raw_parts_mut(table as *mut u8, count as usize);
            let values = &*(parameters as *const $Values);
            fill(values, &*context, width as usize, height as usize, table)
        }
        static TABLE: $crate::animator::animator_prepare = $crate::animator::animator_prepare {
            size: ::std::mem::size_of::<$crate::animator::animator_prepare>() as u32,
            reserved: 0,
            bytes: Some(offered_bytes),
            prepare: Some(offered_table),
        };
        if $id == b"pipeline.prepare/1" {
            return &TABLE as *const _ as *const ::std::os::raw::c_void;
        }
    };
}

/// Calls a safe function with the arguments that the host passes to `pixels`.
///
/// # Safety
/// The pointers are the host's, as animator.h describes them; `Values` is the struct that the table describes.
pub unsafe fn animator_call_pixels<Values>(
    function: fn(&Values, &animator_context, &[Image], &mut Output) -> i32,
    parameters: *const c_void,
    context: *const animator_context,
    inputs: *const animator_image,
    count: u32,
    raw: animator_surface,
    window: animator_window,
) -> i32 {
    let images: Vec<Image> = (0..count as usize)
        .map(|i| Image {
            raw: &*inputs.add(i),
        })
        .collect();
    function(
        &*(parameters as *const Values),
        &*context,
        &images,
        &mut Output { raw, window },
    )
}

/// animator_pixels!(Values, draw): the descriptor's `pixels` from a safe function.
///
///     fn draw(values: &Values, context: &animator_context, inputs: &[Image], output: &mut Output) -> i32
macro_rules! animator_pixels {
    ($Values:ty, $function:path) => {{
        unsafe extern "C" fn call(
            parameters: *const ::std::os::raw::c_void,
            context: *const $crate::animator::animator_context,
            inputs: *const $crate::animator::animator_image,
            count: u32,
            out: $crate::animator::animator_surface,
            window: $crate::animator::animator_window,
        ) -> i32 {
            $crate::animator::animator_call_pixels::<$Values>(
                $function, parameters, context, inputs, count, out, window,
            )
        }
        Some(call)
    }};
}

/// The bound layers of a call, followed by its pieces.
pub struct Layers<'call> {
    inputs: &'call [&'call animator_layer],
    outputs: &'call mut [&'call mut animator_layer],
}

impl<'call> Layers<'call> {
    /// The number of layers that can be changed, including the pieces.
    pub fn count(&self) -> usize {
        self.outputs.len()
    }
    /// The number of bound layers; all layers after them are pieces.
    pub fn bound_count(&self) -> usize {
        self.inputs.len()
    }
    /// A bound layer in its state at the start of the step.
    pub fn start(&self, index: usize) -> &'call animator_layer {
        self.inputs[index]
    }
    /// A layer that can be changed.
    pub fn layer(&mut self, index: usize) -> &mut animator_layer {
        self.outputs[index]
    }
    /// Two different layers that can be changed.
    pub fn pair(&mut self, a: usize, b: usize) -> (&mut animator_layer, &mut animator_layer) {
        assert!(a != b);
        let (low, high) = self.outputs.split_at_mut(a.max(b));
        let (first, second) = (&mut *low[a.min(b)], &mut *high[0]);
        if a < b {
            (first, second)
        } else {
            (second, first)
        }
    }
}

/// Calls a safe function with the arguments that the host passes to `layout`.
///
/// # Safety
/// The pointers are the host's, as animator.h describes them; `Values` is the struct that the table describes.
pub unsafe fn animator_call_layout<Values>(
    function: fn(&Values, &animator_context, &mut Layers) -> i32,
    parameters: *const c_void,
    context: *const animator_context,
    inputs: *const *const animator_layer,
    in_count: u32,
    outputs: *const *mut animator_layer,
    out_count: u32,
) -> i32 {
    let inputs: Vec<&animator_layer> = (0..in_count as usize).map(|i| &**inputs.add(i)).collect();
    let mut outputs: Vec<&mut animator_layer> = (0..out_count as usize)
        .map(|i| &mut **outputs.add(i))
        .collect();
    let mut layers = Layers {
        inputs: &inputs,
        outputs: &mut outputs,
    };
    function(&*(parameters as *const Values), &*context, &mut layers)
}

/// animator_layout_of!(Values, arrange): the descriptor's `layout` from a safe function.
///
///     fn arrange(values: &Values, context: &animator_context, layers: &mut Layers) -> i32
macro_rules! animator_layout_of {
    ($Values:ty, $function:path) => {{
        unsafe extern "C" fn call(
            parameters: *const ::std::os::raw::c_void,
            context: *const $crate::animator::animator_context,
            inputs: *const *const $crate::animator::animator_layer,
            in_count: u32,
            outputs: *const *mut $crate::animator::animator_layer,
            out_count: u32,
        ) -> i32 {
            $crate::animator::animator_call_layout::<$Values>(
                $function, parameters, context, inputs, in_count, outputs, out_count,
            )
        }
        Some(call)
    }};
}

// Safety: the values that a plugin passes to the host are never written again.
unsafe impl Sync for animator_descriptor {}
unsafe impl Sync for animator_parameter {}
unsafe impl Sync for animator_role {}
unsafe impl Sync for animator_function {}
