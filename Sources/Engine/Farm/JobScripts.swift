internal import Encoding
internal import Files

/// The shell scripts of a job, for a POSIX shell.
struct JobScripts {
  private let work: JobWork
  private let folder: String
  /// The maximum size of an array of Slurm tasks; Slurm's default MaxArraySize is 1001.
  private static let arrayLimit = 1000

  init(_ work: JobWork, in folder: String) {
    self.work = work
    self.folder = folder
  }

  /// Quotes a word for the shell.
  private static func quoted(_ word: String) -> String { EscapedText.shellWord(word) }

  private static func quoted(_ words: [String]) -> String {
    words.map(quoted).joined(separator: " ")
  }

  /// The beginning of each script of the job.
  private static let start = """
    set -eu
    cd "$(dirname "$0")"
    mkdir -p state 2> /dev/null || true
    """

  /// Functions that run each step so that a signal ends the current step and then the script; without them, a
  /// shell handles no signal while it waits for a foreground program. The function `leave` ends the script.
  private static let steps = """
    child=
    leave() { exit "$1"; }
    end() {
      trap '' HUP INT TERM
      if [ -n "$child" ]; then kill "$child" 2> /dev/null || true; wait "$child" || true; fi
      leave "$1"
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

  /// Functions that record the start and end of a task in `state/$task`, with the machine and the exit
  /// status, for the command `status`.
  private static let notes = """
    note() { { printf '%s\\n' "$*" >> "state/$task"; } 2> /dev/null || true; }
    leave() {
      note end "$(date +%s)" "$1"
      exit "$1"
    }
    """

  /// The shell code that starts a task of the job on a machine. The script records the start, and then checks
  /// that all files are unchanged since they were collected; the fonts of the bundle take precedence over
  /// those of the machine. A step that a signal has ended may succeed if it is repeated.
  private static let noted = """
    \(notes)
    \(refusal)
    note begin "$(date +%s)" "${SLURMD_NODENAME:-$(uname -n)}" "${SLURM_ARRAY_JOB_ID:-}" "${SLURM_ARRAY_TASK_ID:-}" $$
    sha256sum --check --quiet SHA256SUMS >&2 || { echo "error: $PWD is damaged" >&2; leave 65; }
    export HOME="$PWD/home"
    run() {
      step "$@"
      case $status in
        \(ExitStatus.list(.signal, separator: " | "))) ;;
        *) [ "$status" -le 128 ] || status=75 ;;
      esac
    }
    """

  /// The test that prevents tasks from starting after `pipeline cancel` has marked the job.
  private static let refusal = """
    [ ! -e state/cancelled ] || { echo "error: the job was cancelled" >&2; exit \(ExitStatus.refused.rawValue); }
    """

  /// The exit statuses after which another attempt may succeed.
  private static let passing = ExitStatus.list(.passing, .signal, separator: " | ")

  private var threads: String {
    "\"${PIPELINE_JOBS:-\(work.threads.map(String.init) ?? "$(nproc)")}\""
  }

  private var like: String {
    Self.quoted(["--like", work.document] + work.options)
  }

  var render: String {
    let what: String
    if let frames = work.frames, work.isInParts {
      // The record is written only after the part is complete.
      let name = Self.quoted(Folder.name(of: frames))
      what = """
        mkdir -p parts
        part=parts/$(printf \(name) "${1%-*}")
        status=0
        [ -e "$part.jsonl" ] || run "${PIPELINE:-pipeline}" run \(Self.quoted([work.document] + work.options)) \\
          --shard "$task" --jobs \(threads) --progress "${2:-none}" \\
          \(Self.quoted(work.encoding + ["-o"])) "$part"
        """
    } else if let frames = work.frames {
      what = """
        run "${PIPELINE:-pipeline}" run \(Self.quoted([work.document] + work.options)) --frames "$1" --resume \\
          --jobs \(threads) --progress "${2:-none}" -o \(Self.quoted(frames))
        """
    } else {
      what = """
        run "${PIPELINE:-pipeline}" run \(Self.quoted([work.document] + work.options)) \\
          --data \(Self.quoted(work.data ?? "")) --rows "$1" --jobs \(threads) --progress "${2:-none}" \\
          \(Self.quoted(work.encoding + work.outputs.flatMap { ["-o", $0] }))
        """
    }
    let done =
      work.frames == nil
      ? "these rows of the table"
      : "these frames; existing ones are not rendered again"
    return """
      #!/bin/sh
      # render A-B [openjd]: renders \(done).
      \(Self.start)
      \(Self.steps)
      case $1 in *-*) task=$1 ;; *) task=$1-$1 ;; esac
      \(Self.noted)
      \(what)
      leave $status

      """
  }

  /// The command that makes the outputs from the frames; nil if the job renders rows.
  var join: String? {
    guard let frames = work.frames else { return nil }
    if work.isInParts {
      let ending = frames.split(separator: ".").last.map(String.init) ?? ""
      return joining([
        """
        run "${PIPELINE:-pipeline}" join parts/*.\(Self.quoted(ending)) \(like) \\
          --jobs \(threads) --progress "${1:-none}" \(Self.quoted(work.outputs.flatMap { ["-o", $0] }))
        """
      ])
    }
    var lines: [String] = []
    let isKept = work.outputs.contains(frames)
    let others = work.outputs.filter { $0 != frames }
    if isKept {
      lines.append(
        """
        run "${PIPELINE:-pipeline}" verify \(Self.quoted(frames)) \(like)
        [ $status -eq 0 ] || leave $status
        """)
    }
    if !others.isEmpty {
      lines.append(
        """
        run "${PIPELINE:-pipeline}" join \(Self.quoted(frames)) \(like) \\
          --jobs \(threads) --progress "${1:-none}" \(Self.quoted(others.flatMap { ["-o", $0] } + work.encoding))
        """)
    }
    return joining(lines)
  }

  private func joining(_ lines: [String]) -> String {
    """
    #!/bin/sh
    # join [openjd]: checks every frame, and makes the outputs of them.
    \(Self.start)
    \(Self.steps)
    task=join
    \(Self.noted)
    \(lines.joined(separator: "\n"))
    leave $status

    """
  }

  var renderSlurm: String {
    """
    #!/bin/sh
    # One task of an array that submit-slurm or again-slurm hands over.
    cd "$SLURM_SUBMIT_DIR"
    first=$((\(work.first) + (PIPELINE_OFFSET + SLURM_ARRAY_TASK_ID) * \(work.chunk)))
    last=$((first + \(work.chunk - 1)))
    [ $last -le \(work.last) ] || last=\(work.last)
    exec sh ./render "$first-$last"

    """
  }

  private var isJoined: Bool { work.frames != nil }

  /// The commands that submit the tasks of each offset printed by `list OFFSET`, and then the following
  /// steps.
  private var handOver: String {
    """
    sbatch="sbatch --parsable --requeue --open-mode=append --cpus-per-task=\(work.threads ?? 1)"
    bad=
    hand_over() {
      after=
      offset=0
      while [ $offset -lt \(work.chunkCount) ]; do
        tasks=$(list $offset)
        if [ -n "$tasks" ]; then
          job=$($sbatch\(options) ${bad:+--exclude=$bad} --job-name=pipeline-render --array="$tasks" --output=logs/%A-%a.log \\
            --export=ALL,PIPELINE_OFFSET=$offset render-slurm)
          echo "render: job ${job%%;*}, tasks $tasks"
          echo "${job%%;*} $offset" >> state/slurm-jobs
          after=$after:${job%%;*}
        fi
        offset=$((offset + \(Self.arrayLimit)))
      done
      job=$($sbatch\(options) --job-name=pipeline-\(isJoined ? "join" : "again") ${after:+--dependency=afterany$after} \\
        --output=logs/\(isJoined ? "join" : "again")-%j.log --export=ALL --wrap="exec sh ./again-slurm $1")
      echo "\(isJoined ? "join" : "again"): job ${job%%;*}"
      echo "${job%%;*}" >> state/slurm-jobs
    }
    """
  }

  private var options: String {
    work.schedulerOptions.map { " \(Self.quoted($0))" }.joined()
  }

  var submitSlurm: String {
    """
    #!/bin/sh
    # Hands the job to Slurm: the chunks as arrays, and again-slurm, which waits for all of them, hands over again
    # those that are not done\(isJoined ? ", and joins" : "").
    \(Self.start)
    mkdir -p logs
    rm -f state/cancelled state/slurm-jobs
    export PIPELINE_JOBS=\(work.threads ?? 1)
    \(Self.notes)
    \(handOver)
    list() {
      count=$((\(work.chunkCount) - $1))
      [ $count -le \(Self.arrayLimit) ] || count=\(Self.arrayLimit)
      echo "0-$((count - 1))"
    }
    task=job
    note begin "$(date +%s)" "$(uname -n)"
    trap 'note end "$(date +%s)" $?' EXIT
    hand_over 1
    trap - EXIT
    echo "pipeline cancel '$PWD' cancels the job"

    """
  }

  /// The script that submits the unfinished chunks of the job again, and the steps that follow them.
  var againSlurm: String {
    """
    #!/bin/sh
    # again-slurm TRY: hands over again the chunks that are not done, \(work.retries) times at most\(isJoined ? ", then joins" : "").
    set -eu
    cd "$SLURM_SUBMIT_DIR"
    \(Self.notes)
    task=job
    trap 'note end "$(date +%s)" $?' EXIT
    \(Self.refusal)
    \(handOver)
    # The name of a chunk by its place.
    name() {
      last=$((\(work.first) + ($1 + 1) * \(work.chunk) - 1))
      [ $last -le \(work.last) ] || last=\(work.last)
      echo "$((\(work.first) + $1 * \(work.chunk)))-$last"
    }
    # Tasks that ended before they could note anything are noted by what Slurm says of them, and what was taken
    # back by scancel stays so.
    : >> state/slurm-jobs
    told() { printf '%s' "$line" | tr ' ' '\\n' | sed -n "s/^$1=//p" | head -n 1; }
    while read -r array offset; do
      [ -n "$offset" ] || continue
      scontrol -o show job "$array" 2> /dev/null | while read -r line; do
        case $(told JobState) in CANCELLED*) : > state/cancelled ;; COMPLETED) continue ;; esac
        place=$(told ArrayTaskId)
        case $place in '' | *[!0-9]*) continue ;; esac
        task=$(name $((offset + place)))
        ! grep -q "^begin [0-9]* [^ ]* $array $place " "state/$task" 2> /dev/null || continue
        note begin "$(date +%s)" "$(told NodeList)" "$array" "$place"
        note end "$(date +%s)" 75
        echo "error: $task ended on $(told NodeList) before it began: $(told JobState), $(told Reason)" \\
          >> "logs/$array-$place.log"
      done
    done < state/slurm-jobs
    \(Self.refusal)
    # Nodes on which tasks failed and none was done, where another node has done some: "NODE FAILED", a line each.
    nodes() {
      cat state/[0-9]* 2> /dev/null | awk '
        $1 == "begin" { node = $3 }
        $1 == "end" && $3 == 0 { done[node]++; any = 1 }
        $1 == "end" && $3 != 0 { failed[node]++ }
        END { if (any) for (node in failed) if (!done[node]) print node, failed[node] }'
    }
    nodes | while read -r node count; do
      echo "node $node failed $count of $count, and is left out from now on" >&2
    done
    bad=$(nodes | awk '{ printf "%s%s", separator, $1; separator = "," }')
    # Tells whether the last try of a task was on one of these nodes.
    was_bad() {
      case ",$bad," in *,"$(grep '^begin' "state/$1" | tail -n 1 | cut -d' ' -f3)",*) ;; *) return 1 ;; esac
    }
    # Tells whether a task has ended with one of the statuses.
    ended() { tail -n 1 "state/$1" 2> /dev/null | grep -qE "^end [0-9]+ ($2)\\$"; }
    # The tasks of an offset that are not done.
    list() {
      missing=
      place=$1
      while [ $place -lt \(work.chunkCount) ] && [ $place -lt $(($1 + \(Self.arrayLimit))) ]; do
        chunk=$(name $place)
        ended "$chunk" 0 || missing=$missing,$((place - $1))
        if ended "$chunk" '\(ExitStatus.list(.failure, separator: "|"))' && ! was_bad "$chunk"; then
          echo "$chunk" >> state/given-up
        fi
        place=$((place + 1))
      done
      echo "${missing#,}"
    }
    # What is handed over again is not at its end.
    again() {
      hand_over "$1"
      trap - EXIT
    }
    rm -f state/given-up
    missing=
    offset=0
    while [ $offset -lt \(work.chunkCount) ]; do
      missing=$missing$(list $offset)
      offset=$((offset + \(Self.arrayLimit)))
    done
    if [ -s state/given-up ]; then
      echo "error: gave up, because these tasks would fail again: $(tr '\\n' ' ' < state/given-up)" >&2
      exit 65
    fi
    if [ -z "$missing" ]; then
      \(isJoined ? "status=0\n  sh ./join || status=$?" : "exit 0")
    \(isJoined ? """
      case $status in
        \(Self.passing))
          [ "$1" -gt \(work.retries) ] || { again $(($1 + 1)); exit 0; }
          echo "error: the outputs were not joined after $1 tries; the last status was $status" >&2
          exit 70 ;;
      esac
      exit $status
    """ : "")
    fi
    if [ "$1" -gt \(work.retries) ]; then
      echo "error: the job was not done after $1 tries; pipeline status $PWD says what is "
        + "missing" >&2
      exit 70
    fi
    echo "try $(($1 + 1)) of \(work.retries + 1)"
    again $(($1 + 1))

    """
  }

  var cancel: String {
    """
    #!/bin/sh
    # Cancels the job: no task of it begins any more, and Slurm takes back those that it has.
    \(Self.start)
    : > state/cancelled
    if [ -s state/slurm-jobs ] && command -v scancel > /dev/null; then scancel $(cut -d' ' -f1 state/slurm-jobs); fi
    echo "the job was cancelled; finished work is kept"

    """
  }

  var submitOpenJD: String {
    """
    #!/bin/sh
    # Runs the job on this machine as a session of Open Job Description.
    \(Self.start)
    rm -f state/cancelled
    task=job
    \(Self.notes)
    note begin "$(date +%s)" "$(uname -n)" "" "" $$
    exec openjd run template.json --step \(isJoined ? "Join --run-dependencies" : "Render")

    """
  }

  var submitLocal: String {
    """
    #!/bin/sh
    # Runs the job on this machine, one chunk after the other. What may succeed another time gets it,
    # \(work.retries) times at most.
    \(Self.start)
    rm -f state/cancelled
    \(Self.steps)
    task=job
    \(Self.notes)
    note begin "$(date +%s)" "$(uname -n)" "" "" $$
    try() {
      tries=0
      while :; do
        step "$@"
        # The shell itself may have been killed.
        case $status in
          \(ExitStatus.list(.signal, separator: " | "))) break ;;
          \(ExitStatus.list(.passing, separator: " | "))) ;;
          *) [ $status -gt 128 ] || break ;;
        esac
        tries=$((tries + 1))
        [ $tries -le \(work.retries) ] || break
      done
      [ $status -eq 0 ] || leave $status
    }
    first=\(work.first)
    while [ $first -le \(work.last) ]; do
      last=$((first + \(work.chunk - 1)))
      [ $last -le \(work.last) ] || last=\(work.last)
      try sh ./render "$first-$last"
      first=$((last + 1))
    done
    \(isJoined ? "try sh ./join" : "")
    leave 0

    """
  }
}
