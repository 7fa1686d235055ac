# Cancels orders when they are due: consumer-small.py http://localhost:8080/delayqueue/api/v1 orders cancel-unpaid
import json, sys, urllib.request

def call(path, **body):
    request = urllib.request.Request(sys.argv[1] + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
    return json.loads(urllib.request.urlopen(request, timeout=60).read() or "null")

while True:
    for task in call(f"/groups/{sys.argv[2]}/topics/{sys.argv[3]}/reserve", wait="20s")["tasks"]:
        print("Cancelling order", task["payload"]["order"], flush=True)
        call("/leases/finish", receipt=task["receipt"])
