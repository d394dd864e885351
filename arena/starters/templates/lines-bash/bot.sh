#!/usr/bin/env bash
# The bot: random, with one idea for each game. choose is the function to edit.
#
# Bash has no JSON, so what it looks for in a line it finds by patterns: names and numbers are
# always written the same way, without blanks. Nothing is started for an action, which would be slow.

# What the action is worth; it is given the keys of one action, as far as the next one.
choose() {
  worth=0
  case $game in
    kupferkessel)
      # `gain` tells what the card changes in points for sets.
      [[ $1 =~ \"gain\":(-?[0-9]+) ]] && worth=${BASH_REMATCH[1]}
      ;;
    trapper) fit "$1" ;;
  esac
}

# Trapper: take canoes and what goes into them, and never leave the match.
fit() {
  [[ $1 =~ \"kind\":\"([a-z]+)\" ]]
  case ${BASH_REMATCH[1]} in
    take | catch)
      [[ $1 =~ \"tile\":\{\"name\":\"[^\"]*\",\"kind\":\"([a-z]+)\",\"species\":\"([a-z]*)\" ]]
      case ${BASH_REMATCH[1]} in
        canoe) worth=10 ;;
        animal) [[ $canoes == *" ${BASH_REMATCH[2]} "* ]] && worth=10 || worth=-10 ;;
        *) [[ $canoes == " " ]] && worth=-10 || worth=10 ;;
      esac
      ;;
    exchange | join) worth=1 ;;
    open | raise) [[ $1 =~ \"number\":[12][,}] ]] && worth=1 || worth=-1 ;;
    retire) worth=-100 ;;
  esac
}

# The species of the own canoes that still take animals, between blanks.
look() {
  local rest=${line#*\"players\":[}
  rest=${rest#*"{\"seat\":$seat,"}
  rest=${rest%%\"scored\":*}
  canoes=" "
  while [[ $rest =~ \"name\":\"([a-z]+)\ canoe\ [0-9]\"(.*) ]]; do
    canoes+="${BASH_REMATCH[1]} "
    rest=${BASH_REMATCH[2]}
  done
}

while IFS= read -r line; do
  case $line in
    '{"type":"start"'*)
      [[ $line =~ \"game\":\"([a-z]+)\" ]] && game=${BASH_REMATCH[1]}
      [[ $line =~ \"seat\":([0-9]+) ]] && seat=${BASH_REMATCH[1]}
      # The same seed, the same match: so it can be played again.
      [[ $line =~ \"seed\":([0-9]+) ]] && RANDOM=$((BASH_REMATCH[1] % 32768))
      ;;
    '{"type":"act"'*)
      actions=${line#*\"actions\":[}
      actions=${actions%%],\"table\":*}
      [[ $game == trapper ]] && look
      best=-1000 ties=() index=0
      while IFS= read -r action; do
        choose "$action"
        ((worth > best)) && best=$worth ties=()
        ((worth == best)) && ties+=("$index")
        index=$((index + 1))
      done <<<"${actions//,\{\"text\":/$'\n'\{\"text\":}"
      picked=${ties[RANDOM % ${#ties[@]}]}
      echo "{\"action\":$picked,\"note\":\"one of ${#ties[@]} that look best\"}"
      ;;
  esac
done
