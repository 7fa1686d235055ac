package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inRow;
import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.beans.factory.annotation.Autowired;
import redis.clients.jedis.UnifiedJedis;

/** Data of tasks must not run scripts in the dashboard. An alert would fail each of these tests. */
class HostileTextIT extends BrowserFixture {

    private static final TopicName TOPIC = new TopicName("hostile", "texts");

    @Autowired
    private ServiceRegister register;

    /** Ids cannot contain markup: they are letters, digits and three signs. */
    private static final String ID = "hostile-1";

    private static final String IMAGE = "<img src=x onerror=alert(1)>";

    private static final String TEXT =
            "</script><script>alert(2)</script><img src=x onerror=alert(3)><a href='javascript:alert(4)'>here</a>";

    @Test
    void textOfTasksShouldStayText() {
        die();
        dashboard.topic(TOPIC, "?state=DEAD");
        browser.awaitText(inRow(ID, "error-message"), TEXT::equals);
        assertNothingWasMade();

        browser.click(inRow(ID, "task-link"));
        browser.awaitText(By.tagName("h1"), text -> text.contains(ID));
        browser.awaitText(mark("last-error"), text -> text.contains(TEXT));
        browser.awaitText(mark("payload"), text -> text.contains("</script><script>alert(5)</script>"));
        browser.awaitText(mark("headers"), text -> text.contains(TEXT) && text.contains("<img src=y"));
        assertNothingWasMade();

        dashboard.click("requeue");
        browser.awaitText(mark("confirm"), text -> text.contains(ID));
        dashboard.click("confirm-no");
        dashboard.click("purge");
        dashboard.awaitWord(ID);
        assertNothingWasMade();
        dashboard.undo("will be purged");

        dashboard.find("?id=" + ID);
        browser.awaitText(mark("found-task"), text -> text.contains(TEXT));
        assertNothingWasMade();
    }

    /** No engine adds such an expression; another program may have written it. */
    @Test
    void textOfAScheduleShouldStayText() {
        UnifiedJedis redis = OwnRedis.SERVER.client();
        String detail = "[253402300799000,\"texts\",null,{\"repeat\":{\"cron\":\"%s\",\"zone\":\"Z\"}}]";
        redis.hset("{hostile}:DETAIL", "hostile-2", detail.formatted(TEXT));
        redis.zadd("{hostile}:WAITING:texts", 253402300799000L, "hostile-2");
        dashboard.topic(TOPIC, "?state=DELAYED");
        browser.click(inRow("hostile-2", "task-link"));
        browser.awaitText(mark("repeat"), text -> text.contains(TEXT));
        browser.awaitText(mark("next-runs"), text -> text.lines().count() == 1);
        assertNothingWasMade();
        register.registerTopic("hostile", "texts");
        redis.zadd("{hostile}:REPEATS", 0, "hostile-2");
        dashboard.schedules();
        browser.awaitText(inRow("hostile-2", "repeat"), text -> text.contains(TEXT));
        browser.click(inRow("hostile-2", "change-repeat"));
        browser.awaitText(mark("repeat-form-dialog"), text -> text.contains(TEXT));
        assertNothingWasMade();
        redis.zrem("{hostile}:REPEATS", "hostile-2");
        register.cancelGroup("hostile");
        redis.hdel("{hostile}:DETAIL", "hostile-2");
        redis.zrem("{hostile}:WAITING:texts", "hostile-2");
    }

    @Test
    void textOfAddressesShouldStayText() {
        for (String place : List.of(
                "topics/" + IMAGE + "/" + TEXT,
                "?search=" + TEXT + "&group=" + IMAGE,
                IMAGE,
                "find?id=" + TEXT + "&group=" + IMAGE + "&topic=" + IMAGE)) {
            browser.expect("400");
            browser.expect("404");
            browser.open("about:blank");
            browser.open(address + "/delayqueue/#/" + place);
            browser.visible(By.cssSelector("#main h1, #main .page"));
            assertNothingWasMade();
        }
    }

    @Test
    void policyShouldStopScriptsThatGetIntoThePage() {
        dashboard.overview();
        browser.expect("Content Security Policy");
        browser.driver().executeScript("""
                        const script = document.createElement("script");
                        script.textContent = "window.ran = true";
                        document.body.append(script);""");
        browser.await("the script is reported", () -> browser.complaintsAbout("Content Security Policy") > 0);
        browser.driver().executeScript("""
                        const box = document.createElement("div");
                        box.innerHTML = "<button onclick='window.ran = true'></button>";
                        document.body.append(box);
                        box.firstChild.click();""");
        browser.await("the handler is reported", () -> browser.complaintsAbout("Content Security Policy") > 0);
        assertThat(browser.driver().executeScript("return window.ran")).isNull();
    }

    @Test
    void payloadThatIsLongOnlyWhenLaidOutShouldNotBeLaidOutAsAWhole() {
        dashboard.overview();
        assertThat(browser.driver().executeAsyncScript("""
                        const done = arguments[0];
                        import("/delayqueue/json.js").then(({ pretty }) => done([
                            pretty("[".repeat(1_000_000), 20_000).length < 20_200,
                            pretty("]"),
                            pretty('{"a":[1,{}]}')]), (error) => done(String(error)));"""))
                .isEqualTo(List.of(true, "\n]", "{\n  \"a\": [\n    1,\n    {}\n  ]\n}"));
    }

    private void assertNothingWasMade() {
        assertThat(browser.driver().executeScript("""
                                return [...document.querySelectorAll("img:not(.mark), script:not([src]), [onerror], a[href^='javascript:']")]
                                    .map((element) => element.outerHTML)""")).isEqualTo(List.of());
    }

    /** Creates a dead letter with markup in every text. */
    private static void die() {
        Task task = Task.of(TOPIC.group(), TOPIC.topic())
                .id(ID)
                .payload(Map.of("</script><script>alert(5)</script>", List.of(TEXT)))
                .headers(Map.of("<img src=y onerror=alert(6)>", TEXT))
                .description(TEXT)
                .build();
        DeadLetters.make(TOPIC, List.of(task), TEXT);
    }
}
