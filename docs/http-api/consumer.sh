#!/bin/sh
# Gives due tasks, one by one and as JSON, to the standard input of a command, whose exit status says how it went.
# Signs in if the environment has DELAYQUEUE_USER=name:password. Needs nothing but curl and sed.
if [ $# -lt 4 ]; then
  echo "Usage: consumer.sh API GROUP TOPIC COMMAND, such as http://localhost:8080/delayqueue/api/v1 orders cancel-unpaid ./cancel-order" >&2
  exit 2
fi
api=$1 group=$2 topic=$3; shift 3
call() { curl -sSf --max-time 60 ${DELAYQUEUE_USER:+-u "$DELAYQUEUE_USER"} -H 'Content-Type: application/json' -d "$2" "$api$1"; }
# What comes before the payload and the headers is the queue's own; names, receipts and numbers have no quotes in them.
field() { printf %s "$task" | LC_ALL=C sed -n '1{s/"payload":.*//;s/"headers":.*//;s/.*"'"$1"'":"\{0,1\}\([A-Za-z0-9._-]*\).*/\1/p;}'; }
while true; do
  task=$(call "/groups/$group/topics/$topic/reserve" '{"wait": "20s", "ttr": "60s"}') || { sleep 1; continue; }
  receipt=$(field receipt) && [ -n "$receipt" ] || continue
  printf '%s\n' "$task" | "$@"; status=$?
  if [ $status -eq 0 ]; then call /leases/finish "{\"receipt\": \"$receipt\"}"; continue; fi
  echo "$(field id) failed, attempt $(field attempt): $1 ended with $status" >&2
  if [ "$(field attempt)" -lt 3 ]; then call /leases/retry "{\"receipt\": \"$receipt\", \"delay\": \"2s\", \"reason\": \"$1 failed\"}"
  else call /leases/bury "{\"receipt\": \"$receipt\", \"reason\": \"$1 failed\"}"; fi
done
