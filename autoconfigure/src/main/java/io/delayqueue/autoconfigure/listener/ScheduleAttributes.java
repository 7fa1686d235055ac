package io.delayqueue.autoconfigure.listener;

import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.TaskSchedule;
import io.delayqueue.TopicName;
import io.delayqueue.annotation.DelayQueueSchedule;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the declaration of a repeating task from its annotation. */
final class ScheduleAttributes {

    private static final String DEFAULT_ID = "schedule-";

    /** Maximum length of the name of a topic that is a part of the id, which has 128 characters at most. */
    private static final int MAX_TOPIC = 128 - DEFAULT_ID.length();

    private final AnnotationValues values;

    ScheduleAttributes(AnnotationValues values) {
        this.values = values;
    }

    /** Reads the declaration; null if it is disabled. */
    @Nullable
    TaskSchedule read(DelayQueueSchedule schedule, TopicName topic, String source) {
        return TopicAttributes.checked(
                "@DelayQueueSchedule on " + source,
                () -> values.bool("enabled", schedule.enabled()) ? enabled(schedule, topic) : null);
    }

    private TaskSchedule enabled(DelayQueueSchedule schedule, TopicName topic) {
        TaskBuilder task = Task.of(topic.group(), topic.topic())
                .id(id(values.text("id", schedule.id()), topic.topic()))
                .repeat(repeat(schedule));
        Duration initial = values.duration("initialDelay", schedule.initialDelay());
        if (initial != null) {
            task.delay(initial);
        }
        return TaskSchedule.of(task.build());
    }

    private static String id(String own, String topic) {
        if (!own.isEmpty()) {
            return own;
        }
        if (topic.length() > MAX_TOPIC) {
            throw new IllegalArgumentException("id must be set, because the topic has a name of more than " + MAX_TOPIC
                    + " characters, which with '" + DEFAULT_ID + "' before it would be too long for an id");
        }
        return DEFAULT_ID + topic;
    }

    private Repeat repeat(DelayQueueSchedule schedule) {
        String cron = values.text("cron", schedule.cron());
        Duration rate = values.duration("fixedRate", schedule.fixedRate());
        Duration delay = values.duration("fixedDelay", schedule.fixedDelay());
        if (Stream.of(cron.isEmpty() ? null : cron, rate, delay)
                        .filter(Objects::nonNull)
                        .count()
                != 1) {
            throw new IllegalArgumentException("exactly one of cron, fixedRate and fixedDelay must be set");
        }
        if (rate != null) {
            return Repeat.fixedRate(rate);
        }
        return delay == null ? Repeat.cron(cron, zone(schedule)) : Repeat.fixedDelay(delay);
    }

    private ZoneId zone(DelayQueueSchedule schedule) {
        String zone = values.text("zone", schedule.zone());
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            throw (IllegalArgumentException) AnnotationValues.wrong("zone", "a time zone such as Europe/Berlin", zone)
                    .initCause(e);
        }
    }
}
