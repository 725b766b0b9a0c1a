// Declaring parameters, roles and plugins in Rust, and what a struct's fields are, found by the
// compiler. Included by animator.rs; written for Rust 1.63 and later.

/// A type that a field of a parameters struct may have.
pub trait animator_field_type {
    /// ANIMATOR_TYPE_… of the field.
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

/// ANIMATOR_TYPE_… of the field that a function points out.
pub const fn animator_type_of<Struct, Field: animator_field_type>(_: fn(&Struct) -> &Field) -> u32 {
    Field::TYPE
}

/// A choice is stored in an i32.
pub const fn animator_choice_of<Struct>(_: fn(&Struct) -> &i32) -> u32 {
    ANIMATOR_TYPE_CHOICE
}

/// All bits zero, which is a value of every type here.
pub const fn animator_zero<Value: Copy>() -> Value {
    const BYTES: usize = 1024;
    union Zero<Value: Copy> {
        bytes: [u8; BYTES],
        value: Value,
    }
    assert!(std::mem::size_of::<Value>() <= BYTES);
    // Safety: integers, floats, bool, null pointers, absent functions and structs of them.
    unsafe { Zero { bytes: [0; BYTES] }.value }
}

/// Offset and size of a field, in bytes: the zeros that writing it leaves among ones.
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
            // Safety: every byte was set.
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

/// Refuses to compile when a struct is not laid out as animator.h lays it out.
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

/// A text that ends with a zero byte.
macro_rules! animator_text {
    ($text:expr) => {
        concat!($text, "\0").as_ptr() as *const ::std::os::raw::c_char
    };
}

/// animator_field!(Ripple, radius, ANIMATOR_UNIT_POINTS, 0.0, 4096.0, "0", "Radius at the start.")
///
/// The type is the field's own; a field of any other type does not compile.
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

/// animator_role!("from", "The screen that goes."): a role that takes one layer.
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

/// animator_function!("acme.orbit", "Goes round a centre.", orbit,
///     (f64, animator_point, f64) -> animator_point)
///
/// An `extern "C" fn` that documents call; a list of types that is not the function's own does not
/// compile. Put them in a `static FUNCTIONS: [animator_function; N]`.
macro_rules! animator_function {
    ($id:expr, $doc:expr, $function:path, ($($argument:ty),+ $(,)?) -> $result:ty $(,)?) => {{
        const FUNCTION: extern "C" fn($($argument),+) -> $result = $function;
        $crate::animator::animator_function {
            id: animator_text!($id),
            doc: animator_text!($doc),
            // Safety: the host calls it by the signature below, which is FUNCTION's.
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

/// Once in a plugin: its note and its entry, which adds the animators at the given addresses.
///
///     animator_plugin!(&RIPPLE_REVEAL, &CIRCLE_REVEAL);
///
/// A plugin with functions adds its table of them first, before its animators or alone.
///
///     animator_plugin!(functions FUNCTIONS, &RIPPLE_REVEAL);
///
/// One that cannot do without what a later minor version brought says so first; older hosts then
/// refuse it before any of its code runs.
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

        /// # Safety
        /// `host` is the host's, until this returns.
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

/// What a typed function may return.
pub trait animator_result_type: animator_field_type {
    /// ANIMATOR_TYPE_… of the result.
    const RESULT: u32 = Self::TYPE;
}
impl animator_result_type for bool {}
impl animator_result_type for i32 {}
impl animator_result_type for f64 {}
impl animator_result_type for animator_point {}
impl animator_result_type for animator_size {}
impl animator_result_type for animator_rect {}
impl animator_result_type for animator_color {}

/// The count of a function's arguments, and their types in the table's form.
pub const fn animator_signature(types: &[u32]) -> (u32, [u32; ANIMATOR_ARGUMENTS_MAX as usize]) {
    let mut arguments = [0; ANIMATOR_ARGUMENTS_MAX as usize];
    let mut i = 0;
    while i < types.len() {
        arguments[i] = types[i];
        i += 1;
    }
    (types.len() as u32, arguments)
}

/// Adds an animator; what the entry returns when it is refused.
///
/// # Safety
/// `host` is what the entry got.
pub unsafe fn animator_add(
    host: *const animator_host,
    descriptor: &'static animator_descriptor,
) -> Result<(), i32> {
    match (*host).add.map(|add| add(host, descriptor)) {
        Some(ANIMATOR_OK) => Ok(()),
        status => Err(status.unwrap_or(ANIMATOR_FAILED)),
    }
}

/// Adds functions; a host that is too old for them says so.
///
/// # Safety
/// `host` is what the entry got.
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
    /// The descriptor of an animator with these parameters and roles and nothing else.
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
    /// True on the way back, pop and dismiss: there `from` lies above `to` and uncovers it.
    pub fn goes_back(&self) -> bool {
        self.operation == ANIMATOR_OPERATION_POP || self.operation == ANIMATOR_OPERATION_DISMISS
    }

    /// A heartbeat for long work; false means: return ANIMATOR_FAILED soon.
    pub fn goes_on(&self) -> bool {
        // Safety: the host's function with the host's context.
        self.keep_going.map_or(true, |ask| unsafe { ask(self) })
    }

    /// Says why the call fails; return what it returns. `pointer` is a JSON pointer relative to the
    /// step, such as "/params/radius"; a zero byte ends both texts.
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

// Safety: what a plugin hands out is never written again.
unsafe impl Sync for animator_descriptor {}
unsafe impl Sync for animator_parameter {}
unsafe impl Sync for animator_role {}
unsafe impl Sync for animator_function {}
