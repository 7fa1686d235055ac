package io.delayqueue.badinput;

import static io.delayqueue.badinput.BadInput.invalid;

import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TopicName;
import io.delayqueue.monitor.TopicForecast;
import io.delayqueue.pull.PullOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Names and ids, wherever one can be given. */
final class NameCases {

    private static final Repeat HOURLY = Repeat.fixedRate(Duration.ofHours(1));

    private static final String MAX_NAME = "x".repeat(128);

    private static final String NAME_RULE =
            " must be a letter followed by letters, digits, '-', '_' or '.', 128 characters at most, but is ";

    private static final String ID_RULE = "id must be 1 to 128 letters, digits, '-', '_' or '.', but is ";

    private static final String[] BAD_NAMES = {
        null,
        "",
        " ",
        "1a",
        "-a",
        "_a",
        "a b",
        "a:b",
        "{a}",
        "a,b",
        "a/b",
        "a\n",
        "a\u0000",
        "ä",
        "订单",
        "😀",
        MAX_NAME + "x"
    };

    private static final String[] BAD_IDS = {
        null, "", " ", "a b", "a:b", "{a}", "a/b", "a,b", "a\n", "a\u0000", "é", "订", "😀", MAX_NAME + "x"
    };

    private NameCases() {}

    static Stream<BadInput> all() {
        List<BadInput> cases = new ArrayList<>();
        for (String name : BAD_NAMES) {
            cases.add(name("Task.of", "group", name, s -> Task.of(name, "t")));
            cases.add(name("Task.of", "topic", name, s -> Task.of("g", name)));
        }
        for (String id : BAD_IDS) {
            cases.add(id("TaskBuilder.id", id, s -> Task.of("g", "t").id(id)));
        }
        cases.add(invalid(
                "Task.of: group of 500 characters, which the message shortens",
                s -> Task.of("g".repeat(500), "t"),
                "group" + NAME_RULE + "'" + "g".repeat(160) + "...'"));
        for (String bad : new String[] {null, "a:b"}) {
            groups(bad, cases);
            topics(bad, cases);
            ids(bad, cases);
        }
        return cases.stream();
    }

    private static void groups(String bad, List<BadInput> cases) {
        cases.add(name("new TopicName", "group", bad, s -> new TopicName(bad, "t")));
        cases.add(name("TopicName.requireGroup", "group", bad, s -> TopicName.requireGroup(bad)));
        cases.add(name(
                "DelayQueueService.findTask", "group", bad, s -> s.service().findTask(bad, "delayed")));
        cases.add(name(
                "DelayQueueService.removeTask", "group", bad, s -> s.service().removeTask(bad, "delayed")));
        cases.add(name(
                "DelayQueueService.removeTasks", "group", bad, s -> s.service().removeTasks(bad, List.of("delayed"))));
        cases.add(name("DelayQueueService.rescheduleTask", "group", bad, s -> s.service()
                .rescheduleTask(bad, "delayed", Duration.ZERO)));
        cases.add(name("DelayQueueService.rescheduleTask", "group", bad, s -> s.service()
                .rescheduleTask(bad, "delayed", Instant.EPOCH)));
        cases.add(name(
                "DelayQueueService.runTaskNow", "group", bad, s -> s.service().runTaskNow(bad, "delayed")));
        cases.add(name("DelayQueueService.interruptTask", "group", bad, s -> s.service()
                .interruptTask(bad, "delayed")));
        cases.add(name("DelayQueueService.interruptTask", "group", bad, s -> s.service()
                .interruptTask(bad, "delayed", Instant.EPOCH)));
        cases.add(name("DelayQueueService.changeRepeat", "group", bad, s -> s.service()
                .changeRepeat(bad, "delayed", null, HOURLY)));
        cases.add(name(
                "DelayQueueService.pauseRepeat", "group", bad, s -> s.service().pauseRepeat(bad, "delayed")));
        cases.add(name(
                "DelayQueueService.resumeRepeat", "group", bad, s -> s.service().resumeRepeat(bad, "delayed")));
        cases.add(name("DelayQueueInspector.repeatingTasks", "group", bad, s -> s.engine()
                .inspector()
                .repeatingTasks(bad, null, 10)));
        cases.add(name("DelayQueueService.requeueDeadLetter", "group", bad, s -> s.service()
                .requeueDeadLetter(bad, "dead")));
        cases.add(name("DelayQueueService.topic", "group", bad, s -> s.service().topic(bad, "t")));
        cases.add(name(
                "DelayQueueService.countTasks", "group", bad, s -> s.service().countTasks(bad)));
        cases.add(name(
                "DelayQueueService.countTasks", "group", bad, s -> s.service().countTasks(bad, List.of("t"))));
        cases.add(name(
                "ServiceRegister.registerGroup", "group", bad, s -> s.register().registerGroup(bad)));
        cases.add(name(
                "ServiceRegister.registerTopic", "group", bad, s -> s.register().registerTopic(bad, "t")));
        cases.add(name("ServiceRegister.isGroupRegistered", "group", bad, s -> s.register()
                .isGroupRegistered(bad)));
        cases.add(name("ServiceRegister.isTopicRegistered", "group", bad, s -> s.register()
                .isTopicRegistered(bad, "t")));
        cases.add(name(
                "ServiceRegister.cancelGroup", "group", bad, s -> s.register().cancelGroup(bad)));
        cases.add(name(
                "ServiceRegister.cancelTopic", "group", bad, s -> s.register().cancelTopic(bad, "t")));
        cases.add(name("ServiceRegister.cancelUnusedGroup", "group", bad, s -> s.register()
                .cancelUnusedGroup(bad)));
        cases.add(name("ServiceRegister.cancelUnusedTopic", "group", bad, s -> s.register()
                .cancelUnusedTopic(bad, "t")));
        cases.add(name("DelayQueueInspector.audit", "group", bad, s -> s.engine()
                .inspector()
                .audit(bad)));
        cases.add(name("DelayQueueInspector.repair", "group", bad, s -> s.engine()
                .inspector()
                .repair(bad)));
        cases.add(name("DelayQueueInspector.checkPayloads", "group", bad, s -> s.engine()
                .inspector()
                .checkPayloads(bad, Duration.ofSeconds(1))));
        cases.add(name("DelayQueueInspector.groupDeadLetters", "group", bad, s -> s.engine()
                .inspector()
                .groupDeadLetters(bad, "t", null, 10)));
        cases.add(name("DelayQueueInspector.groupDeadLetters", "topic", bad, s -> s.engine()
                .inspector()
                .groupDeadLetters("g", bad, null, 10)));
        cases.add(name("DelayQueueInspector.forecast: of several groups", "group", bad, s -> s.engine()
                .inspector()
                .forecast(Collections.singletonMap(bad, List.of("t")), TopicForecast.DEFAULT_WINDOWS)));
        cases.add(name("DelayQueueInspector.forecast: of several groups", "topic", bad, s -> s.engine()
                .inspector()
                .forecast(Map.of("g", Collections.singletonList(bad)), TopicForecast.DEFAULT_WINDOWS)));
        cases.add(name("DelayQueueInspector.forecast", "group", bad, s -> s.engine()
                .inspector()
                .forecast(bad, TopicForecast.DEFAULT_WINDOWS)));
        cases.add(name("DelayQueueInspector.forecast", "group", bad, s -> s.engine()
                .inspector()
                .forecast(bad, List.of("t"), TopicForecast.DEFAULT_WINDOWS)));
        cases.add(name("DelayQueueInspector.instances", "group", bad, s -> s.engine()
                .inspector()
                .instances(bad)));
        cases.add(name("DelayQueueInspector.recordWork", "group", bad, s -> s.engine()
                .inspector()
                .recordWork(bad)));
        cases.add(name("DelayQueueInspector.pastWork", "group", bad, s -> s.engine()
                .inspector()
                .pastWork(bad)));
        cases.add(name("DelayQueueInspector.storeTime", "group", bad, s -> s.engine()
                .inspector()
                .storeTime(bad)));
        cases.add(name("TaskPuller.reserve", "group", bad, s -> s.puller()
                .reserve(bad, "t", PullOptions.DEFAULT, Duration.ZERO)));
        cases.add(name("DelayQueueEngine.drain", "group", bad, s -> s.engine().drain(bad)));
        cases.add(name("DelayQueueEngine.restoreSchedule", "group", bad, s -> s.engine()
                .restoreSchedule(bad, "delayed")));
        cases.add(name(
                "DelayQueueEngineBuilder.group", "group", bad, s -> s.builder().group(bad)));
        cases.add(name(
                "DelayQueueEngineBuilder.topic", "group", bad, s -> s.builder().topic(bad, "t")));
        cases.add(name("DelayQueueEngineBuilder.callback", "group", bad, s -> s.builder()
                .callback(bad, "t", String.class, (payload, context) -> {})));
    }

    private static void topics(String bad, List<BadInput> cases) {
        List<String> topics = new ArrayList<>(List.of("t"));
        topics.add(bad);
        cases.add(name(
                "DelayQueueService.countTasks", "topic", bad, s -> s.service().countTasks("g", topics)));
        cases.add(name("DelayQueueInspector.forecast", "topic", bad, s -> s.engine()
                .inspector()
                .forecast("g", topics, TopicForecast.DEFAULT_WINDOWS)));
        cases.add(name("new TopicName", "topic", bad, s -> new TopicName("g", bad)));
        cases.add(name("TopicName.requireTopic", "topic", bad, s -> TopicName.requireTopic(bad)));
        cases.add(name("DelayQueueService.topic", "topic", bad, s -> s.service().topic("g", bad)));
        cases.add(name(
                "ServiceRegister.registerTopic", "topic", bad, s -> s.register().registerTopic("g", bad)));
        cases.add(name("ServiceRegister.isTopicRegistered", "topic", bad, s -> s.register()
                .isTopicRegistered("g", bad)));
        cases.add(name(
                "ServiceRegister.cancelTopic", "topic", bad, s -> s.register().cancelTopic("g", bad)));
        cases.add(name("ServiceRegister.cancelUnusedTopic", "topic", bad, s -> s.register()
                .cancelUnusedTopic("g", bad)));
        cases.add(name("TaskPuller.reserve", "topic", bad, s -> s.puller()
                .reserve("g", bad, PullOptions.DEFAULT, Duration.ZERO)));
        cases.add(name(
                "DelayQueueEngineBuilder.topic", "topic", bad, s -> s.builder().topic("g", bad)));
        cases.add(name("DelayQueueEngineBuilder.callback", "topic", bad, s -> s.builder()
                .callback("g", bad, String.class, (payload, context) -> {})));
    }

    private static void ids(String bad, List<BadInput> cases) {
        cases.add(id("Task.requireId", bad, s -> Task.requireId(bad)));
        cases.add(id("DelayQueueService.findTask", bad, s -> s.service().findTask("g", bad)));
        cases.add(id("DelayQueueService.removeTask", bad, s -> s.service().removeTask("g", bad)));
        List<String> ids = new ArrayList<>(List.of("delayed", "ready"));
        ids.add(bad);
        cases.add(id("DelayQueueService.removeTasks", bad, s -> s.service().removeTasks("g", ids)));
        cases.add(id("TopicOperations.requeueSelected", bad, s -> s.topic().requeueSelected(ids)));
        cases.add(id("TopicOperations.purgeSelected", bad, s -> s.topic().purgeSelected(ids)));
        cases.add(
                id("DelayQueueService.rescheduleTask", bad, s -> s.service().rescheduleTask("g", bad, Duration.ZERO)));
        cases.add(
                id("DelayQueueService.rescheduleTask", bad, s -> s.service().rescheduleTask("g", bad, Instant.EPOCH)));
        cases.add(id("DelayQueueService.runTaskNow", bad, s -> s.service().runTaskNow("g", bad)));
        cases.add(id("DelayQueueService.interruptTask", bad, s -> s.service().interruptTask("g", bad)));
        cases.add(id("DelayQueueService.interruptTask", bad, s -> s.service().interruptTask("g", bad, Instant.EPOCH)));
        cases.add(id("DelayQueueService.changeRepeat", bad, s -> s.service().changeRepeat("g", bad, null, HOURLY)));
        cases.add(id("DelayQueueService.pauseRepeat", bad, s -> s.service().pauseRepeat("g", bad)));
        cases.add(id("DelayQueueEngine.restoreSchedule", bad, s -> s.engine().restoreSchedule("g", bad)));
        cases.add(id("DelayQueueService.resumeRepeat", bad, s -> s.service().resumeRepeat("g", bad)));
        cases.add(
                id("DelayQueueService.requeueDeadLetter", bad, s -> s.service().requeueDeadLetter("g", bad)));
    }

    private static BadInput name(String method, String field, String bad, BadInput.Call call) {
        return invalid(method + ": " + field + " " + shown(bad), call, field + NAME_RULE + shown(bad));
    }

    private static BadInput id(String method, String bad, BadInput.Call call) {
        return invalid(method + ": id " + shown(bad), call, ID_RULE + shown(bad));
    }

    private static String shown(String value) {
        return value == null ? "null" : "'" + value + "'";
    }
}
