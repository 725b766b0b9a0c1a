/// The scripts of a job, for a POSIX shell.
struct JobScripts {
  private let work: JobWork
  private let folder: String
  /// Slurm's own limit, unless its MaxArraySize says more, is 1001.
  private static let arrayLimit = 1000

  init(_ work: JobWork, in folder: String) {
    self.work = work
    self.folder = folder
  }

  /// A word as the shell takes it.
  private static func quoted(_ word: String) -> String {
    let isPlain =
      !word.isEmpty
      && word.utf8.allSatisfy { byte in
        let scalar = Unicode.Scalar(byte)
        return scalar.properties.isAlphabetic && scalar.isASCII || (48...57).contains(byte)
          || "/._-=:%".utf8.contains(byte)
      }
    return isPlain ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  private static func quoted(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  /// The beginning of what runs on the machines: everything is as it was collected, and fonts are those of
  /// the bundle before the machine's own.
  private var start: String {
    """
    set -eu
    cd "$(dirname "$0")"
    sha256sum --check --quiet SHA256SUMS >&2 || { echo "error: $PWD is damaged" >&2; exit 65; }
    export HOME="$PWD/home"
    """
  }

  /// A signal ends the step at hand, and then the script: a shell hears none while it waits for a program
  /// that is not in the background.
  private static let steps = """
    child=
    end() {
      trap '' HUP INT TERM
      if [ -n "$child" ]; then kill "$child" 2> /dev/null || true; wait "$child" || true; fi
      exit "$1"
    }
    trap 'end 129' HUP
    trap 'end 130' INT
    trap 'end 143' TERM
    step() {
      status=0
      "$@" & child=$!
      wait "$child" || status=$?
      child=
    }
    """

  private var threads: String {
    "\"${PIPELINE_JOBS:-\(work.threads.map(String.init) ?? "$(nproc)")}\""
  }

  private var like: String {
    Self.quoted(["--like", work.document] + work.options)
  }

  var render: String {
    guard let frames = work.frames else { return renderRows }
    return """
      #!/bin/sh
      # render A-B [openjd]: renders these frames; those that are there already are not rendered again.
      \(start)
      exec "${PIPELINE:-pipeline}" run \(Self.quoted([work.document] + work.options)) --frames "$1" --resume \\
        --jobs \(threads) --progress "${2:-none}" -o \(Self.quoted(frames))

      """
  }

  private var renderRows: String {
    """
    #!/bin/sh
    # render A-B [openjd]: renders these rows of the table.
    \(start)
    exec "${PIPELINE:-pipeline}" run \(Self.quoted([work.document] + work.options)) \\
      --data \(Self.quoted(work.data ?? "")) --rows "$1" --jobs \(threads) --progress "${2:-none}" \\
      \(Self.quoted(work.encoding + work.outputs.flatMap { ["-o", $0] }))

    """
  }

  /// What makes the outputs of the frames; nil where rows are rendered.
  var join: String? {
    guard let frames = work.frames else { return nil }
    var lines: [String] = []
    let isKept = work.outputs.contains(frames)
    let others = work.outputs.filter { $0 != frames }
    if isKept {
      let verify = "\"${PIPELINE:-pipeline}\" verify \(Self.quoted(frames)) \(like)"
      lines.append(
        others.isEmpty
          ? "exec \(verify)"
          : """
          \(Self.steps)
          step \(verify)
          [ $status -eq 0 ] || exit $status
          """)
    }
    if !others.isEmpty {
      lines.append(
        """
        exec "${PIPELINE:-pipeline}" join \(Self.quoted(frames)) \(like) \\
          --jobs \(threads) --progress "${1:-none}" \(Self.quoted(others.flatMap { ["-o", $0] } + work.encoding))
        """)
    }
    return """
      #!/bin/sh
      # join [openjd]: checks every frame, and makes the outputs of them.
      \(start)
      \(lines.joined(separator: "\n"))

      """
  }

  var renderSlurm: String {
    """
    #!/bin/sh
    # One task of the array that submit-slurm hands over.
    cd "$SLURM_SUBMIT_DIR"
    first=$((\(work.first) + (PIPELINE_OFFSET + SLURM_ARRAY_TASK_ID) * \(work.chunk)))
    last=$((first + \(work.chunk - 1)))
    [ $last -le \(work.last) ] || last=\(work.last)
    exec sh ./render "$first-$last"

    """
  }

  private var isJoined: Bool { work.frames != nil }

  private var submitSlurmJoin: String {
    """
    job=$(sbatch --parsable --job-name=pipeline-join --requeue --open-mode=append \\
      --cpus-per-task=\(work.threads ?? 1) --dependency=afterok$after --kill-on-invalid-dep=yes \\
      --output=logs/join-%j.log --wrap='exec sh ./join')
    echo "join: job ${job%%;*}"

    """
  }

  var submitSlurm: String {
    """
    #!/bin/sh
    # Hands the job to Slurm: the chunks as arrays\(isJoined ? ", and the join, which waits for all of them" : "").
    # A task that ends with 75 is put into the queue again where slurm.conf says RequeueExit=75.
    set -eu
    cd "$(dirname "$0")"
    mkdir -p logs
    export PIPELINE_JOBS=\(work.threads ?? 1)
    after=
    offset=0
    while [ $offset -lt \(work.chunkCount) ]; do
      count=$((\(work.chunkCount) - offset))
      [ $count -le \(Self.arrayLimit) ] || count=\(Self.arrayLimit)
      job=$(sbatch --parsable --job-name=pipeline-render --requeue --open-mode=append \\
        --cpus-per-task=\(work.threads ?? 1) --array=0-$((count - 1)) --output=logs/%A-%a.log \\
        --export=ALL,PIPELINE_OFFSET=$offset render-slurm)
      echo "render: job ${job%%;*}, $count chunks"
      after=$after:${job%%;*}
      offset=$((offset + count))
    done
    \(isJoined ? submitSlurmJoin : "")
    """
  }

  var submitOpenJD: String {
    """
    #!/bin/sh
    # Runs the job on this machine as a session of Open Job Description.
    set -eu
    cd "$(dirname "$0")"
    exec openjd run template.json --step \(isJoined ? "Join --run-dependencies" : "Render")

    """
  }

  var submitLocal: String {
    """
    #!/bin/sh
    # Runs the job on this machine, one chunk after the other. A chunk that ends with 75 gets another try.
    set -eu
    cd "$(dirname "$0")"
    \(Self.steps)
    first=\(work.first)
    while [ $first -le \(work.last) ]; do
      last=$((first + \(work.chunk - 1)))
      [ $last -le \(work.last) ] || last=\(work.last)
      step sh ./render "$first-$last"
      if [ $status -eq 75 ]; then step sh ./render "$first-$last"; fi
      [ $status -eq 0 ] || exit $status
      first=$((last + 1))
    done
    \(isJoined ? "exec sh ./join" : "")

    """
  }
}
