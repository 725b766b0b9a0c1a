// frames FILE.json DIR [N]: every frame of a document as raw RGBA. With N another goroutine cancels after N frames.
// go build -o frames frames.go
package main

// #cgo pkg-config: pipeline
// #include <stdlib.h>
// #include <pipeline.h>
import "C"

import (
	"fmt"
	"os"
	"strconv"
	"unsafe"
)

var film C.pipeline_composition

// Says what went wrong, with each problem of the document, and ends.
func check(status C.pipeline_status, told **C.pipeline_report) {
	if status == C.PIPELINE_OK {
		return
	}
	report := *told
	fmt.Fprint(os.Stderr, C.GoString(C.pipeline_status_name(status)))
	exit := 1
	if report != nil {
		fmt.Fprintln(os.Stderr, ":", C.GoString(report.message))
		for i := uintptr(0); i < uintptr(report.problem_count); i++ {
			problem := (*C.pipeline_problem)(unsafe.Add(unsafe.Pointer(report.problems), i*uintptr(report.problem_size)))
			fmt.Fprintf(os.Stderr, "  line %d, column %d: %s\n", problem.line, problem.column, C.GoString(problem.message))
		}
		exit = int(report.exit_status)
	}
	C.pipeline_report_free(report)
	C.pipeline_close(film)
	os.Exit(exit)
}

func main() {
	var engine C.pipeline_engine
	var report *C.pipeline_report
	check(C.pipeline_engine_new(nil, &engine, &report), &report)
	options := C.pipeline_open_options{threads: 2, scale: 0.5}
	options.size = C.uint32_t(unsafe.Sizeof(options))
	path := C.CString(os.Args[1])
	defer C.free(unsafe.Pointer(path))
	check(C.pipeline_open_file(engine, path, &options, &film, &report), &report)

	var info C.pipeline_info
	info.size = C.uint32_t(unsafe.Sizeof(info))
	check(C.pipeline_get_info(film, &info), &report)
	fmt.Printf("%g s, %d frames of %d×%d\n", info.duration_seconds, info.frame_count, info.width, info.height)

	// Memory of C's, since a struct that is handed over has its address.
	bytes := C.size_t(info.width) * C.size_t(info.height) * 4
	image := C.pipeline_image{data: (*C.uint8_t)(C.malloc(bytes)), capacity: C.uint64_t(bytes), width: info.width, height: info.height}
	image.size = C.uint32_t(unsafe.Sizeof(image))
	cancelled := make(chan bool)
	for number := C.uint64_t(0); number < info.frame_count; number++ {
		check(C.pipeline_frame(film, number, &image, &report), &report)
		name := fmt.Sprintf("%s/%d.rgba", os.Args[2], number)
		if os.WriteFile(name, C.GoBytes(unsafe.Pointer(image.data), C.int(bytes)), 0o666) != nil {
			os.Exit(74)
		}
		if len(os.Args) > 3 && strconv.Itoa(int(number)+1) == os.Args[3] {
			go func() { C.pipeline_cancel(film); cancelled <- true }()
			<-cancelled
		}
	}
	C.free(unsafe.Pointer(image.data))
	C.pipeline_engine_close(engine)
}
