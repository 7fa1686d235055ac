package io.delayqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a repeating task for a method with {@link DelayQueueListener}: one in the whole cluster, however many instances run. The
 * method must not take a payload, because the task has none; a bean of {@link io.delayqueue.TaskSchedule} declares one with a
 * payload.
 *
 * <p>Exactly one of {@link #cron}, {@link #fixedRate} and {@link #fixedDelay} is set. The task is added when the application starts.
 * If it is there with another repetition, the one in the code wins; see {@link io.delayqueue.TaskSchedule}. All attributes may hold
 * placeholders and expressions, {@code ${...}} and {@code #{...}}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface DelayQueueSchedule {

    /**
     * The id of the task, unique in its group.
     *
     * @return an id; empty for {@code schedule-} and the name of the topic
     */
    String id() default "";

    /**
     * Cron expression, as {@link org.springframework.scheduling.support.CronExpression} reads it. Fixed times of day come once a day even
     * where the clocks change.
     *
     * @return six fields, or a macro such as {@code @daily}; {@code -} disables the schedule, as in Spring's {@code @Scheduled}; empty for none
     */
    String cron() default "";

    /**
     * Time zone of the cron expression.
     *
     * @return a zone such as {@code Europe/Berlin}; UTC by default, because instances can have different time zones
     */
    String zone() default "UTC";

    /** {@return the time between two due times, such as {@code 5m}, at least 10 ms; empty for none} */
    String fixedRate() default "";

    /** {@return the time between the end of an occurrence and the next, such as {@code 30s}, at least 10 ms; empty for none} */
    String fixedDelay() default "";

    /**
     * {@return the time from the first start until the first occurrence, such as {@code 1m}; empty for none, or for the next time of
     * the cron expression}
     */
    String initialDelay() default "";

    /**
     * Whether the task is declared. If not, the other attributes are not evaluated; a task that is there stays.
     *
     * @return {@code true} or {@code false}
     */
    String enabled() default "true";
}
