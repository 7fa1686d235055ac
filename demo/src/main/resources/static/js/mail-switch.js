import { mailServer, switchMailServer } from "./api.js";
import { byId } from "./dom.js";

/** Shows and switches the state of the mail server. */
export async function mailSwitch() {
  const box = byId("mail-server");
  const error = byId("mail-error");

  const ask = async (question) => {
    const wanted = box.checked;
    error.hidden = true;
    box.disabled = true;
    try {
      box.checked = (await question(wanted)).up;
    } catch (problem) {
      box.checked = !wanted;
      error.textContent = problem.message;
      error.hidden = false;
    } finally {
      box.disabled = false;
    }
  };

  box.addEventListener("change", () => ask(switchMailServer));
  await ask(mailServer);
}
