package io.delayqueue.autoconfigure.listener;

import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TopicName;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import java.util.stream.Stream;

/** Reads the declaration of a repeating task from its annotation. */
final class ScheduleAttributes {

    private ScheduleAttributes() {}

    static TaskSchedule read(AnnotationValues values, TopicName topic) {
        String id = values.text("id");
        TaskBuilder task = Task.of(topic.group(), topic.topic())
                .id(id.isEmpty() ? "schedule-" + topic.topic() : id)
                .repeat(repeat(values));
        Duration initial = values.duration("initialDelay");
        if (initial != null) {
            task.delay(initial);
        }
        return TaskSchedule.of(task.build());
    }

    private static Repeat repeat(AnnotationValues values) {
        String cron = values.text("cron");
        Duration rate = values.duration("fixedRate");
        Duration delay = values.duration("fixedDelay");
        if (Stream.of(cron.isEmpty() ? null : cron, rate, delay)
                        .filter(Objects::nonNull)
                        .count()
                != 1) {
            throw new IllegalArgumentException("exactly one of cron, fixedRate and fixedDelay must be set");
        }
        if (rate != null) {
            return Repeat.fixedRate(rate);
        }
        return delay != null
                ? Repeat.fixedDelay(delay)
                : Repeat.cron(
                        cron, values.required("zone", ZoneId.class, "a time zone such as Europe/Berlin", ZoneId::of));
    }
}
