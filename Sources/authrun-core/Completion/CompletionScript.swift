/// The piece of a shell's own language that asks authrun what may come next.
///
/// Nothing of the command table is written into it: what a newer authrun knows is completed at once.
enum CompletionScript: String, CaseIterable {
  case bash
  case zsh
  case fish

  var text: String {
    switch self {
    case .bash: Self.bashText
    case .zsh: Self.zshText
    case .fish: Self.fishText
    }
  }

  /// What each answer of the hidden command begins with: what kind it is.
  private static let bashText = """
    # bash completion for authrun; made by: authrun completions bash
    _authrun() {
      local kind line current
      COMPREPLY=()
      {
        read -r kind
        while IFS= read -r line; do COMPREPLY+=("$line"); done
      } < <(command "${COMP_WORDS[0]}" complete-words bash -- "${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
      case $kind in
        files) compopt -o default 2>/dev/null; COMPREPLY=() ;;
        directories) compopt -o dirnames 2>/dev/null; COMPREPLY=() ;;
      esac
    }
    complete -F _authrun authrun

    """

  private static let zshText = """
    #compdef authrun
    # zsh completion for authrun; made by: authrun completions zsh
    _authrun() {
      local kind
      local -a lines values notes
      lines=("${(@f)$(command "${words[1]}" complete-words zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      kind=$lines[1]
      lines=("${(@)lines[2,-1]}")
      case $kind in
        files) [[ $PREFIX == --*=* ]] && compset -P '*='; _files ;;
        directories) [[ $PREFIX == --*=* ]] && compset -P '*='; _files -/ ;;
        *)
          values=("${(@)lines%%$'\\t'*}")
          notes=("${(@)lines//$'\\t'/  -- }")
          (( $#lines )) && compadd -l -d notes -a values
          ;;
      esac
    }
    if [[ $funcstack[1] == _authrun ]]; then
      _authrun "$@"
    else
      compdef _authrun authrun
    fi

    """

  private static let fishText = """
    # fish completion for authrun; made by: authrun completions fish
    function __authrun_complete
      set -l words (commandline -opc)
      set -l lines (command $words[1] complete-words fish -- $words[2..-1] (commandline -ct) 2>/dev/null)
      switch $lines[1]
        case files
          __fish_complete_path (string replace -r '^--[^=]*=' '' -- (commandline -ct))
        case directories
          __fish_complete_directories (string replace -r '^--[^=]*=' '' -- (commandline -ct)) ''
        case '*'
          printf '%s\\n' $lines[2..-1]
      end
    end
    complete -c authrun -f -a '(__authrun_complete)'

    """
}
