package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inTopic;
import static io.delayqueue.browser.Dashboard.mark;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;

/** Pages without their stream of events, and messages about errors of pages. */
class BannersIT extends BrowserFixture {

    private static final TopicName LATE = new TopicName("zz-last", "topic-5");

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    private ServiceRegister register;

    @Value("${delayqueue.web.max-streams:50}")
    private int maxStreams;

    private final HttpClient others = HttpClient.newHttpClient();

    @Test
    void queueThatIsNotThereShouldBeSaidAndNotTakenForALostConnection() {
        browser.expect("404");
        browser.open(address + "/delayqueue/#/?queue=none");
        browser.awaitText(mark("error"), text -> text.contains("No such queue"));
        browser.awaitGone(mark("connection"));
        assertThat(browser.driver().findElements(mark("banner-lost"))).isEmpty();
        dashboard.choose("mail");
        dashboard.awaitLive();
    }

    @Test
    void addressShouldBeReadAsFarAsItMakesSense() {
        browser.open(address + "/delayqueue/#/?sort=colour&page=99999999999&search=" + "x".repeat(300));
        dashboard.awaitLive();
        browser.awaitText(By.className("empty-title"), "No topic matches"::equals);
    }

    @Test
    void pageOfARefusedStreamShouldAskAndSayWhatItShows() throws IOException {
        IntStream.rangeClosed(1, 5)
                .forEach(group -> add(new TopicName(group == 5 ? "zz-last" : "a-group-" + group, "topic-" + group)));
        browser.expect("429");
        List<HttpResponse<InputStream>> streams = new ArrayList<>();
        try {
            openRefused("#/?sort=name&descending=true", streams);
            browser.awaitText(mark("page-overview"), text -> text.contains("the first 4 of "));
            browser.open(address + "/delayqueue/#/?group=" + LATE.group());
            browser.visible(inTopic(LATE, "a"));
            browser.open(address + "/delayqueue/#/tasks/" + LATE.group() + "/task");
            browser.visible(mark("page-task"));
            browser.visible(mark("banner-polling"));
        } finally {
            for (HttpResponse<InputStream> other : streams) {
                other.body().close();
            }
        }
        dashboard.awaitLive();
        browser.awaitGone(mark("banner-polling"));
    }

    @Test
    void pageThatIsOpenedInTheBackgroundShouldFollowNothingUntilItIsLookedAt() {
        String script = (String) browser.driver()
                .executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", """
                        let seen = 'hidden';
                        Object.defineProperty(document, 'visibilityState', { get: () => seen });
                        window.lookAtIt = () => (seen = 'visible', document.dispatchEvent(new Event('visibilitychange')));
                        """))
                .get("identifier");
        try {
            browser.open(address + "/delayqueue/");
            browser.awaitText(mark("connection"), "Asleep"::equals);
            browser.driver().executeScript("lookAtIt()");
            dashboard.awaitLive();
        } finally {
            browser.driver()
                    .executeCdpCommand("Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", script));
        }
    }

    @Test
    void sessionThatHasEndedShouldBeSaidUntilOneHasLoggedInAndIsBackWhereOneWas() {
        add(LATE);
        browser.expect("401");
        dashboard.topic(LATE, "?state=DEAD");
        Object stayed = browser.driver().executeAsyncScript("""
                const done = arguments[0];
                const refusal = JSON.stringify({ type: 'urn:delayqueue:problem:unauthenticated', loginUrl: '/login' });
                const load = (name) => import(document.baseURI.replace(/#.*/, '') + name);
                let answerEarlier;
                window.fetch = async (url) => url.includes('earlier')
                    ? new Promise((resolve) => { answerEarlier = () => resolve(new Response('{}')); })
                    : new Response(refusal, { status: 401 });
                Promise.all([load('status.js'), load('api.js')]).then(([{ signedOut, lastData }, { getText }]) => {
                    getText('earlier');
                    let stayed = true;
                    let events = 0;
                    signedOut.watch((url) => {
                        if (url === null) {
                            stayed = events === 0;
                        } else if (events === 0) {
                            answerEarlier();
                            lastData.watch(() => ++events > 4 && done(stayed));
                        }
                    });
                });
                """);
        assertThat(stayed).as("the banner, while events came").isEqualTo(true);
        browser.click(mark("login"));
        browser.awaitGone(mark("banner-signed-out"));
        dashboard.awaitLive();
        assertThat(browser.driver().getCurrentUrl()).endsWith("#/topics/zz-last/topic-5?state=DEAD");
    }

    @Test
    void pageThatBreaksShouldSaySoAndGoOn() {
        add(LATE);
        browser.expect("broken by the test");
        dashboard.overview();
        browser.driver().executeScript("""
                window.max = Math.max;
                Math.max = () => { throw new Error('broken by the test') };
                """);
        browser.awaitText(mark("error"), text -> text.contains("broken by the test"));
        browser.driver().executeScript("Math.max = window.max");
        browser.awaitGone(mark("error"));
        browser.visible(inTopic(LATE, "a"));
    }

    @Test
    void promiseThatFailedUnseenShouldBeSaid() {
        dashboard.overview();
        // The browser hides errors of foreign scripts from a page.
        browser.driver().executeScript("""
                const reason = new Error('nobody caught it');
                window.dispatchEvent(new PromiseRejectionEvent('unhandledrejection', { promise: Promise.resolve(), reason }));
                """);
        dashboard.awaitWord("nobody caught it");
    }

    /** Opens a page when no stream is free: all are taken here, those of left pages as soon as they are released. */
    private void openRefused(String place, List<HttpResponse<InputStream>> streams) {
        browser.open("about:blank");
        browser.await("all streams are taken", () -> {
            do {
                streams.add(stream());
            } while (streams.get(streams.size() - 1).statusCode() != 429);
            return streams.stream().filter(taken -> taken.statusCode() == 200).count() == maxStreams;
        });
        browser.open(address + "/delayqueue/" + place);
        browser.awaitText(mark("connection"), "Every 5 s"::equals);
        browser.visible(mark("banner-polling"));
    }

    private HttpResponse<InputStream> stream() {
        URI live = URI.create(address + "/delayqueue/api/v1/live");
        return others.sendAsync(HttpRequest.newBuilder(live).build(), BodyHandlers.ofInputStream())
                .join();
    }

    private void add(TopicName topic) {
        register.registerTopic(topic.group(), topic.topic());
        tasks.addTask(Task.of(topic.group(), topic.topic())
                .id("task")
                .delay(Duration.ofHours(1))
                .build());
    }
}
