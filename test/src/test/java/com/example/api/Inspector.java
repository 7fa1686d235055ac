package com.example.api;

import io.delayqueue.Tag;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskPage;
import io.delayqueue.TopicName;
import io.delayqueue.history.HistoryCounts;
import io.delayqueue.history.HistoryPage;
import io.delayqueue.history.HistoryQuery;
import io.delayqueue.history.RecordedOutcome;
import io.delayqueue.history.TaskRecord;
import io.delayqueue.history.TopicHistory;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.monitor.AuditReport;
import io.delayqueue.monitor.DeadLetterGroups;
import io.delayqueue.monitor.DelayQueueInspector;
import io.delayqueue.monitor.InstanceInfo;
import io.delayqueue.monitor.PastWork;
import io.delayqueue.monitor.PayloadReport;
import io.delayqueue.monitor.RepeatingTasks;
import io.delayqueue.monitor.TaskWait;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.monitor.TopicKeys;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

class Inspector {

    private final DelayQueueInspector inspector; // a bean of the starter

    Inspector(DelayQueueInspector inspector) {
        this.inspector = inspector;
    }

    void lookAhead() {
        List<TopicForecast> group = inspector.forecast("orders", TopicForecast.DEFAULT_WINDOWS);
        List<TopicForecast> some = inspector.forecast("orders", Set.of("remind"), List.of(Duration.ofHours(1)));
        List<TopicForecast> groups =
                inspector.forecast(Map.of("orders", Set.of("remind")), List.of(Duration.ofHours(1)));
    }

    void repetitions(TaskInfo task) {
        RepeatingTasks page = inspector.repeatingTasks("reports", null, 100);
        List<Instant> next = inspector.nextRuns(task, 5);
    }

    void instances() {
        List<InstanceInfo> running = inspector.instances("orders");
        Set<TopicName> withoutConsumer = inspector.unregisteredTopics();
        Instant now = inspector.storeTime("orders"); // the clock that decides what is due
    }

    void progress(TaskInfo running) { // as its callback reports it
        Optional<TaskRecord.Progress> progress = inspector.progress(running);
    }

    void histories() { // what ran
        TopicHistory history = inspector.history(new TopicName("orders", "cancel-unpaid"));
        Optional<TaskRecord> last = history.find("cancel-42");
        HistoryPage dead =
                history.list(HistoryQuery.ALL.tag(Tag.parse("order=42")).outcome(RecordedOutcome.DEAD));
        int forgotten = history.forget("cancel-42");
        List<HistoryCounts> counts = inspector.histories("orders", Set.of("cancel-unpaid", "remind"));
    }

    void limits() {
        List<LimitInfo> limits = inspector.limits("orders");
        inspector.setLimit(Limit.of("orders", "stripe").concurrency(8).rate(100, TimeUnit.SECONDS));
        boolean held = inspector.holdLimit("orders", "stripe", Instant.now().plusSeconds(600));
        boolean reset = inspector.resetLimit("orders", "stripe"); // to what an application declares
        boolean removed = inspector.removeLimit("orders", "stripe");
    }

    void keys() { // whose tasks run one after another
        TopicName remind = new TopicName("orders", "remind");
        TopicKeys hottest = inspector.keys(remind, 10); // the ten with the most tasks that wait for others
        List<TaskInfo> first = inspector.tasksOfKey(remind, "customer-7", 100);
    }

    void whyTasksWait() {
        Optional<TaskWait> ofTask = inspector.whyWaiting("orders", "cancel-42");
        Optional<TaskWait> ofTopic = inspector.whyWaiting(new TopicName("orders", "cancel-unpaid"));
    }

    void failures() { // by exception
        DeadLetterGroups newest = inspector.groupDeadLetters("orders", "cancel-unpaid", null, 1_000);
        TopicName topic = new TopicName("orders", "cancel-unpaid");
        TaskPage retried = inspector.retrying(topic, null, 100); // the latest next attempt first
        DeadLetterGroups kinds = inspector.retryingKinds(topic, null, 1_000);
    }

    void pastDay() {
        boolean recorded = inspector.recordWork("orders"); // call it each five minutes; the web module does
        List<PastWork> parts = inspector.pastWork("orders");
    }

    void beforeAnUpgrade() { // reads all waiting payloads with the types of this version
        PayloadReport report = inspector.checkPayloads("orders", Duration.ofMinutes(1));
        System.out.println(report.isClean());
    }

    void afterAManualChangeOfRedis() {
        AuditReport found = inspector.audit("orders"); // changes nothing
        AuditReport repaired = inspector.repair("orders");
    }
}
