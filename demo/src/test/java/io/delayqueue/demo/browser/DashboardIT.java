package io.delayqueue.demo.browser;

import static io.delayqueue.browser.Dashboard.inRow;
import static io.delayqueue.browser.Dashboard.inTopic;
import static io.delayqueue.browser.Dashboard.mark;
import static io.delayqueue.browser.Dashboard.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.delayqueue.DelayQueueService;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Repeat;
import io.delayqueue.ServiceRegister;
import io.delayqueue.Task;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TaskState;
import io.delayqueue.TopicName;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.redis.RedisBackend;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.Select;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import redis.clients.jedis.UnifiedJedis;

/** Use of the dashboard with the queue of the shop. */
@ExtendWith(OutputCaptureExtension.class)
class DashboardIT extends BrowserFixture {

    private static final TopicName CANCEL = new TopicName("orders", "cancel-unpaid");

    private static final TopicName LATER = new TopicName("browser", "later");

    private static final TopicName RECEIPT = new TopicName("mails", "receipt");

    @Autowired
    private DelayQueueService tasks;

    @Autowired
    private ServiceRegister register;

    private ShopPage shop;

    @BeforeEach
    void openShop() {
        shop = new ShopPage(browser, address);
    }

    @Test
    void orderShouldCountDownWaitWhileItsTopicIsPausedAndCancelItselfWhenItIsResumed() {
        String task = "cancel-" + shop.order("Cherries", 60);
        shop.dashboard();
        browser.click(inTopic(CANCEL, "a"));
        String countdown = browser.visible(inRow(task, "countdown")).getText();
        browser.awaitText(inRow(task, "countdown"), now -> !now.isEmpty() && !now.equals(countdown));

        dashboard.click("pause");
        dashboard.confirm();
        browser.visible(mark("paused-badge"));
        browser.click(inRow(task, "run-now"));
        dashboard.confirm();
        dashboard.click("tab-ready");
        browser.visible(inRow(task, "due-since"));
        assertThat(tasks.findTask("orders", task))
                .hasValueSatisfying(waiting -> assertThat(waiting.state()).isEqualTo(TaskState.READY));

        dashboard.click("resume");
        dashboard.confirm();
        browser.awaitGone(row(task));
        browser.awaitGone(mark("paused-badge"));
        shop.open();
        browser.awaitText(ShopPage.card("Cherries"), text -> text.contains("Not paid, so it cancelled itself"));
    }

    @Test
    void taskOfAHeldTopicShouldSayWhyItWaits() {
        tasks.topic(CANCEL.group(), CANCEL.topic()).hold(Instant.now().plus(Duration.ofHours(1)));
        try {
            String task = "cancel-" + shop.order("Plums", 60);
            shop.dashboard();
            browser.click(inTopic(CANCEL, "a"));
            browser.click(inRow(task, "run-now"));
            dashboard.confirm();
            browser.awaitText(mark("warning"), text -> text.startsWith("The topic is held until "));
            dashboard.click("tab-ready");
            browser.click(inRow(task, "task-link"));
            browser.awaitText(mark("task-facts"), text -> text.contains("The topic is held until "));
        } finally {
            tasks.topic(CANCEL.group(), CANCEL.topic()).resume();
        }
    }

    @Test
    void receiptThatCannotBeSentShouldShowWhyAndBeSentWhenItIsRequeued(CapturedOutput log) {
        shop.open();
        shop.switchMailServer(false);
        String order = shop.order("Maple syrup", 60);
        String mail = "your receipt for order " + order + ", Maple syrup";
        String task = "receipt-" + order;
        shop.pay("Maple syrup");
        shop.dashboard();
        dashboard.choose("mail");
        browser.awaitText(inTopic(RECEIPT, "a[@data-testid = 'dead-link']"), "1"::equals);
        browser.click(inTopic(RECEIPT, "a[@data-testid = 'dead-link']"));
        browser.awaitText(inRow(task, "error-message"), "The mail server is switched off"::equals);
        browser.awaitText(inRow(task, "error-type"), "MailServerDownException"::equals);

        browser.click(inRow(task, "task-link"));
        browser.awaitText(mark("last-error"), text -> text.contains("io.delayqueue.demo.mail.MailServer.send"));
        browser.awaitText(mark("payload"), text -> text.contains("\"item\": \"Maple syrup\""));
        browser.awaitText(mark("headers"), text -> text.contains("@shop.example"));
        browser.await(
                "three attempts",
                () -> browser.driver().findElements(mark("attempt")).size() == 3);
        browser.awaitText(
                mark("attempt"),
                text -> text.contains("Attempt 3 failed")
                        && text.contains("MailServerDownException: The mail server is switched off"));

        String place = browser.driver().getCurrentUrl();
        shop.open();
        shop.switchMailServer(true);
        browser.open(place);
        assertThat(log).doesNotContain(mail);
        dashboard.click("requeue");
        dashboard.confirm();
        await().untilAsserted(() -> assertThat(log).containsOnlyOnce(mail));
        browser.expect("404");
        browser.visible(mark("task-gone"));
        dashboard.overview();
        dashboard.choose("mail");
        browser.awaitText(inTopic(RECEIPT, "a[@data-testid = 'dead-link']"), "0"::equals);
    }

    @Test
    void requeueOfManyShouldShowItsStepsAndTellHowManyItWere() {
        TopicName topic = new TopicName("browser", "many-dead");
        DeadLetters.make(
                topic,
                IntStream.range(0, 2500)
                        .mapToObj(
                                number -> Task.of(topic.group(), topic.topic()).build())
                        .toList(),
                "not this one");
        dashboard.topic(topic, "?state=DEAD");
        browser.visible(mark("page-next"));
        // The last count may be lower than the number of dead letters now, and the dialog has the count.
        browser.awaitText(mark("count-dead"), "2,500"::equals);
        dashboard.click("requeue-all");
        browser.awaitText(mark("confirm"), text -> text.contains("Requeue 2,500 dead letters"));
        browser.driver().executeScript("""
                window.progress = new Set();
                new MutationObserver(() => document.querySelectorAll('[data-testid=progress-text]')
                        .forEach(({ textContent }) => progress.add(textContent)))
                    .observe(document.body, { childList: true, subtree: true });
                """);
        dashboard.confirm();
        dashboard.awaitWord("2,500 requeued");
        browser.visible(mark("empty-dead"));
        assertThat((List<?>) browser.driver().executeScript("return [...progress]"))
                .asString()
                .contains("Starting", "2,000 of about 2,500 requeued");
        assertThat(browser.driver().findElements(mark("progress"))).isEmpty();
        assertThat(tasks.topic(topic.group(), topic.topic()).count().ready()).isEqualTo(2500);
    }

    @Test
    void removalShouldBeTakenBackUntilItIsSent() {
        String id = add("remove-or-not");
        dashboard.topic(LATER, "");
        browser.click(inRow(id, "remove"));
        dashboard.undo(id + " will be removed");
        browser.visible(inRow(id, "remove"));
        assertThat(tasks.findTask("browser", id)).isPresent();

        browser.click(inRow(id, "remove"));
        dashboard.awaitWord(id + " is removed");
        browser.awaitGone(row(id));
        assertThat(tasks.findTask("browser", id)).isEmpty();
    }

    @Test
    void taskThatRepeatsShouldShowItsScheduleAndItsLimits() {
        tasks.addTask(Task.of("browser", "later")
                .id("nightly")
                .at(Instant.parse("2500-01-01T02:00:00Z"))
                .maxAttempts(3)
                .ttr(Duration.ofSeconds(90))
                .retry(new ExponentialBackoff(Duration.ofSeconds(10), 3, Duration.ofHours(1), 0.1))
                .repeat(Repeat.cron("0 0 3 * * *", ZoneId.of("Europe/Berlin")))
                .build());
        UnifiedJedis redis = OwnRedis.SERVER.client();
        String detail = redis.hget("{browser}:DETAIL", "nightly");
        String run = detail.substring(0, detail.length() - 1) + ",[16725150000000,16725150065000,1]]";
        redis.hset("{browser}:DETAIL", "nightly", run);
        dashboard.topic(LATER, "");
        browser.awaitText(inRow("nightly", "repeats"), "repeats"::equals);
        browser.click(inRow("nightly", "task-link"));
        browser.awaitText(mark("repeat"), "cron 0 0 3 * * * (Europe/Berlin)"::equals);
        browser.awaitText(mark("next-runs"), text -> text.lines().count() == 5);
        browser.awaitText(
                mark("last-run"), text -> text.startsWith("failed") && text.endsWith("1 min 5 s after its due time"));
        assertThat(browser.visible(mark("task-facts")).getText())
                .contains(
                        "Next run",
                        "0 of 3",
                        "after 10 s, then × 3 each time, up to 1 h, ± 10 %",
                        "1 min 30 s",
                        "Attempts");
        dashboard.click("remove");
        browser.awaitText(mark("confirm"), text -> text.contains("its removal ends the repetition"));
        dashboard.click("confirm-no");
        browser.open("about:blank");
        tasks.removeTask("browser", "nightly");
    }

    @Test
    void scheduleShouldBePausedRunChangedAndEnded() {
        register.registerTopic("schedules", "later");
        Instant due = Instant.parse("2500-01-01T02:00:00Z");
        tasks.addTask(Task.of("schedules", "later")
                .id("hourly")
                .at(due)
                .repeat(Repeat.fixedRate(Duration.ofHours(1)))
                .description("Counts what is left")
                .build());
        tasks.addTask(TaskSchedule.of(Task.of("orders", "remind")
                        .id("forgotten")
                        .at(due)
                        .repeat(Repeat.fixedRate(Duration.ofHours(1)))
                        .build())
                .task());
        dashboard.overview();
        dashboard.click("nav-schedules");
        browser.awaitText(inRow("hourly", "repeat"), "every 1 h"::equals);
        browser.awaitText(inRow("forgotten", "orphan-badge"), "Not declared"::equals);
        assertThat(browser.driver().findElement(inRow("hourly", "orphan-badge")).isDisplayed())
                .isFalse();
        tasks.removeTask("orders", "forgotten");
        browser.awaitText(inRow("hourly", "topic-link"), "schedules / later"::equals);

        browser.click(inRow("hourly", "pause-repeat"));
        dashboard.confirm();
        browser.visible(inRow("hourly", "paused-badge"));
        assertThat(repeating("hourly").options().paused()).isTrue();
        dashboard.undo("hourly is paused");
        dashboard.awaitWord("hourly is resumed");
        browser.awaitGone(inRow("hourly", "paused-badge"));
        assertThat(repeating("hourly").dueAt()).isEqualTo(due);

        browser.click(inRow("hourly", "change-repeat"));
        dashboard.fill("delay", "90");
        new Select(browser.visible(By.name("unit"))).selectByValue("m");
        dashboard.click("repeat-form-submit");
        dashboard.awaitWord("hourly has its new schedule");
        browser.awaitText(inRow("hourly", "repeat"), "every 1 h 30 min"::equals);
        assertThat(repeating("hourly").options().repeat()).isEqualTo(Repeat.fixedRate(Duration.ofMinutes(90)));
        assertThat(repeating("hourly").dueAt()).isBefore(Instant.now().plus(Duration.ofHours(2)));

        browser.click(inRow("hourly", "change-repeat"));
        tasks.changeRepeat("schedules", "hourly", null, Repeat.fixedDelay(Duration.ofHours(3)));
        new Select(browser.visible(By.name("kind"))).selectByValue("cron");
        dashboard.fill("cron", "0 0 3 * * *");
        browser.expect("409");
        dashboard.click("repeat-form-submit");
        browser.awaitText(By.cssSelector(".form-problem"), text -> text.contains("has another repetition"));
        assertThat(repeating("hourly").options().repeat()).isEqualTo(Repeat.fixedDelay(Duration.ofHours(3)));
        browser.driver().navigate().refresh();

        browser.click(inRow("hourly", "pause-repeat"));
        dashboard.confirm();
        browser.visible(inRow("hourly", "paused-badge"));
        browser.click(inRow("hourly", "run-now"));
        dashboard.confirm();
        dashboard.awaitWord("hourly is due now");
        await().until(() -> repeating("hourly").state() == TaskState.READY);
        browser.click(inRow("hourly", "task-link"));
        browser.awaitText(mark("repeat"), "3 h after the end of each run, paused"::equals);
        dashboard.click("resume-repeat");
        dashboard.confirm();
        browser.awaitText(mark("repeat"), "3 h after the end of each run"::equals);

        dashboard.schedules();
        browser.click(inRow("hourly", "end"));
        dashboard.confirm();
        dashboard.awaitWord("hourly is removed");
        browser.awaitGone(row("hourly"));
        assertThat(tasks.findTask("schedules", "hourly")).isEmpty();
        register.cancelGroup("schedules");
    }

    private TaskInfo repeating(String id) {
        return tasks.findTask("schedules", id).orElseThrow();
    }

    /** The shop has a callback for cancellations, and none for this other topic. */
    @Test
    void limitsOfTheTopicShouldBeMarkedAndShownIfTheyAreKnown() {
        String known = "known-limits";
        tasks.addTask(Task.of("orders", "cancel-unpaid")
                .id(known)
                .delay(Duration.ofDays(1))
                .build());
        dashboard.task("orders", known);
        browser.awaitText(mark("task-facts"), text -> text.contains("0 of 5 (topic’s default)"));
        tasks.removeTask("orders", known);
        String unknown = add("unknown-limits");
        dashboard.task("browser", unknown);
        browser.awaitText(mark("task-facts"), text -> text.contains("0 (limit: topic’s default)"));
    }

    @Test
    void taskThatIsDueShouldBeRemovedAtOnceAfterAsking() {
        tasks.addTask(Task.of("browser", "later").id("no-time-to-lose").build());
        dashboard.topic(LATER, "");
        browser.click(inRow("no-time-to-lose", "remove"));
        dashboard.confirm();
        dashboard.awaitWord("no-time-to-lose is removed");
        assertThat(tasks.findTask("browser", "no-time-to-lose")).isEmpty();
    }

    @Test
    void runningTaskShouldBeInterruptedAsTheQuestionAnnounces() {
        CountDownLatch interrupted = new CountDownLatch(3);
        try (DelayQueueEngine engine = DelayQueueEngine.builder(
                        RedisBackend.connect(OwnRedis.SERVER.host(), OwnRedis.SERVER.port()))
                .callback("browser", "hanging", Object.class, (payload, context) -> {
                    try {
                        new CountDownLatch(1).await();
                    } finally {
                        interrupted.countDown();
                    }
                })
                .build()) {
            engine.start();
            tasks.addTask(Task.of("browser", "hanging").id("hangs").build());
            dashboard.topic(new TopicName("browser", "hanging"), "?state=RESERVED");
            browser.click(inRow("hangs", "interrupt"));
            browser.awaitText(mark("confirm"), text -> text.contains("The attempt fails"));
            dashboard.confirm();
            dashboard.awaitWord("hangs: the interruption was sent to its instance");
            await().until(() -> interrupted.getCount() == 2);
            await().until(() -> isRunning("hangs", 2));
            assertThat(tasks.findTask("browser", "hangs")
                            .orElseThrow()
                            .lastError()
                            .message())
                    .isEqualTo("The callback was interrupted on request");
            browser.click(inRow("hangs", "interrupt"));
            browser.awaitText(mark("confirm"), text -> text.contains("The attempt fails"));
            browser.expect("409");
            tasks.interruptTask("browser", "hangs");
            await().until(() -> isRunning("hangs", 3));
            dashboard.confirm();
            dashboard.awaitWord("does not run any longer");
            assertThat(isRunning("hangs", 3)).isTrue();
            browser.click(inRow("hangs", "remove"));
            browser.awaitText(
                    mark("confirm"),
                    text -> text.contains("The callback is interrupted, and its outcome is discarded"));
            dashboard.confirm();
            dashboard.awaitWord("hangs is removed");
            await().until(() -> interrupted.getCount() == 0);
        }
    }

    @Test
    void progressOfARunningTaskShouldMoveUntilItEnds() {
        BlockingQueue<Integer> steps = new LinkedBlockingQueue<>(List.of(3));
        try (DelayQueueEngine engine = DelayQueueEngine.builder(
                        RedisBackend.connect(OwnRedis.SERVER.host(), OwnRedis.SERVER.port()))
                .callback("browser", "exporting", Object.class, (payload, context) -> {
                    for (int done = steps.take(); done < 10; done = steps.take()) {
                        context.progress(done, 10, "of the <b>files</b>");
                    }
                })
                .build()) {
            engine.start();
            tasks.addTask(Task.of("browser", "exporting").id("export").build());
            dashboard.topic(new TopicName("browser", "exporting"), "?state=RESERVED");
            browser.click(inRow("export", "task-link"));
            browser.awaitText(mark("task-progress"), "3 of 10 · of the <b>files</b>"::equals);
            By bar = By.cssSelector("[data-testid=task-progress] progress");
            assertThat(browser.visible(bar).getDomProperty("position")).isEqualTo("0.3");

            steps.add(7);
            browser.awaitText(mark("task-progress"), "7 of 10 · of the <b>files</b>"::equals);
            assertThat(browser.visible(bar).getDomProperty("position")).isEqualTo("0.7");

            browser.expect("404");
            steps.add(10);
            browser.visible(mark("task-gone"));
        }
    }

    private boolean isRunning(String id, int attempt) {
        return tasks.findTask("browser", id)
                .filter(task -> task.state() == TaskState.RESERVED && task.attempts() == attempt)
                .isPresent();
    }

    @Test
    void removalShouldBeSentAlsoWhileThePointerStaysOnItsNotice() {
        String id = add("looked-at");
        dashboard.topic(LATER, "");
        browser.click(inRow(id, "remove"));
        new Actions(browser.driver())
                .moveToElement(browser.visible(mark("toast")))
                .perform();
        dashboard.awaitWord(id + " is removed");
        assertThat(tasks.findTask("browser", id)).isEmpty();
    }

    @Test
    void whatWasBegunShouldStayWithItsQueue() {
        String id = add("of-two-queues");
        dashboard.topic(LATER, "");
        dashboard.click("pause");
        dashboard.confirm();
        browser.visible(mark("paused-badge"));
        browser.click(inRow(id, "remove"));
        dashboard.choose("mail");
        dashboard.undo("later is paused");
        dashboard.awaitWord("later is resumed");
        dashboard.awaitWord(id + " is removed");

        assertThat(tasks.findTask("browser", id)).isEmpty();
        assertThat(tasks.topic("browser", "later").count().paused()).isFalse();
        Object calls = browser.driver().executeScript("""
                return performance.getEntriesByType('resource').map(({ name }) => name)
                        .filter((name) => /resume|of-two-queues/.test(name)).join(' ')""");
        assertThat(calls.toString()).contains("/resume", "/tasks/of-two-queues").doesNotContain("queue=mail");
    }

    @Test
    void formShouldAddWhatIsJsonAsItWasWritten() {
        add("not-alone");
        dashboard.topic(LATER, "");
        dashboard.click("add-task");
        dashboard.fill("payload", "{\"order\": 42,}");
        dashboard.fill("id", "by-hand");
        dashboard.fill("delay", "90");
        dashboard.click("add-form-submit");
        browser.awaitText(By.className("field-fault"), text -> text.startsWith("Not JSON"));
        assertThat(tasks.findTask("browser", "by-hand")).isEmpty();

        dashboard.fill("payload", "{\"order\": 12345678901234567890}");
        dashboard.click("add-form-submit");
        dashboard.awaitWord("Added by-hand");
        browser.click(inRow("by-hand", "task-link"));
        browser.awaitText(mark("payload"), text -> text.contains("12345678901234567890"));
    }

    @Test
    void takenIdShouldBeRefusedInTheForm() {
        add("taken");
        dashboard.topic(LATER, "");
        dashboard.click("add-task");
        dashboard.fill("id", "taken");
        browser.expect("409");
        dashboard.click("add-form-submit");
        browser.awaitText(By.className("form-problem"), text -> text.contains("taken"));
    }

    @Test
    void secondApplicationShouldBeAmongTheInstances() {
        try (Warehouse warehouse = new Warehouse(OwnRedis.SERVER)) {
            warehouse.tasks().addTask(Task.of("shipping", "pack").build());
            dashboard.instances();
            By row = By.xpath("//tr[@data-testid = 'instance-row'][.//*[. = '" + warehouse.instance() + "']]");
            browser.awaitText(
                    row, text -> text.contains(":" + ProcessHandle.current().pid()) && text.contains("1 of "));
            assertThat(browser.driver().findElements(mark("instance-details"))).isEmpty();
            browser.click(row, mark("instance-toggle"));
            browser.awaitText(
                    mark("instance-group"),
                    text -> text.contains("shipping")
                            && text.contains("Pusher")
                            && text.contains("pack")
                            && text.contains("1 of 3"));
        }
    }

    private String add(String id) {
        tasks.addTask(
                Task.of("browser", "later").id(id).delay(Duration.ofHours(1)).build());
        await().until(() -> tasks.findTask("browser", id).isPresent());
        return id;
    }
}
