#!/usr/bin/env python3
# Works on the due tasks of a topic: handle(task) is the place for the work.
# Signs in if the environment has DELAYQUEUE_USER=name:password. Needs nothing but Python 3.
import base64, http.client, json, os, sys, time, urllib.request

if len(sys.argv) != 4:
    sys.exit("Usage: consumer.py API GROUP TOPIC, such as http://localhost:8080/delayqueue/api/v1 orders cancel-unpaid")
api, group, topic = sys.argv[1:]
headers = {"Content-Type": "application/json"}
if os.environ.get("DELAYQUEUE_USER"):
    headers["Authorization"] = "Basic " + base64.b64encode(os.environ["DELAYQUEUE_USER"].encode()).decode()

def call(path, **body):
    request = urllib.request.Request(api + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.loads(response.read() or "null")

def handle(task):
    payload = json.dumps(task.get("payload"), ensure_ascii=False)
    print(task["id"], payload, "attempt", task["attempt"], flush=True)

while True:
    try:
        for task in call(f"/groups/{group}/topics/{topic}/reserve", wait="20s", ttr="60s")["tasks"]:
            try:
                handle(task)
            except Exception as e:
                print(f"{task['id']} failed, attempt {task['attempt']}: {e!r}", file=sys.stderr, flush=True)
                again = {"delay": f"{task['attempt']}s"} if task["attempt"] < 3 else {}
                call("/leases/retry" if again else "/leases/bury", receipt=task["receipt"], reason=repr(e), **again)
            else:
                call("/leases/finish", receipt=task["receipt"])
    # The network, an answer such as 409 (the lease counts no more), 429 and 503 (try again later), or one that broke off.
    except (OSError, ValueError, http.client.HTTPException) as e:
        print(e, file=sys.stderr, flush=True)
        time.sleep(1)
