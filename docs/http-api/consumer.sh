#!/bin/sh
# Gives due tasks, one by one and as JSON, to the standard input of a command, whose exit status says how it went:
#   consumer.sh http://localhost:8080/delayqueue/api/v1 orders cancel-unpaid ./cancel-order
# Signs in if the environment has DELAYQUEUE_USER=name:password. Needs nothing but curl and sed.
api=$1 group=$2 topic=$3; shift 3
call() { curl -sSf --max-time 60 ${DELAYQUEUE_USER:+-u "$DELAYQUEUE_USER"} -H 'Content-Type: application/json' -d "$2" "$api$1"; }
# What comes before the payload and the headers is the queue's own; names, receipts and numbers have no quotes in them.
field() { printf %s "$task" | sed -n '1{s/"payload":.*//;s/"headers":.*//;s/.*"'"$1"'":"\{0,1\}\([A-Za-z0-9._-]*\).*/\1/p;}'; }
while true; do
  task=$(call "/groups/$group/topics/$topic/reserve" '{"wait": "20s", "ttr": "60s"}') || { sleep 1; continue; }
  receipt=$(field receipt) && [ -n "$receipt" ] || continue
  if printf '%s\n' "$task" | "$@"; then call /leases/finish "{\"receipt\": \"$receipt\"}"
  elif [ "$(field attempt)" -lt 3 ]; then call /leases/retry "{\"receipt\": \"$receipt\", \"delay\": \"2s\", \"reason\": \"$1 failed\"}"
  else call /leases/bury "{\"receipt\": \"$receipt\", \"reason\": \"$1 failed\"}"; fi
done
