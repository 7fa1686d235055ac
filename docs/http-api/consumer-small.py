# Works on the due tasks of a topic. Signs in if the environment has DELAYQUEUE_USER=name:password.
import base64, json, os, sys, urllib.request
if len(sys.argv) != 4:
    sys.exit("Usage: consumer-small.py API GROUP TOPIC, such as http://localhost:8080/delayqueue/api/v1 orders cancel-unpaid")
user = base64.b64encode(os.environ.get("DELAYQUEUE_USER", "").encode()).decode()
headers = {"Content-Type": "application/json", **({"Authorization": "Basic " + user} if user else {})}

def call(path, **body):
    request = urllib.request.Request(sys.argv[1] + path, json.dumps(body).encode(), headers)
    return json.loads(urllib.request.urlopen(request, timeout=60).read() or "null")

while True:
    for task in call(f"/groups/{sys.argv[2]}/topics/{sys.argv[3]}/reserve", wait="20s")["tasks"]:
        print(task["id"], json.dumps(task.get("payload"), ensure_ascii=False), flush=True)
        call("/leases/finish", receipt=task["receipt"])
