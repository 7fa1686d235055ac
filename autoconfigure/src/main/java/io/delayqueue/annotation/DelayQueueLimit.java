package io.delayqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares a limit over all instances on the class of a bean, for the topics whose {@link DelayQueueListener#limits} name the limit. A limit
 * has a concurrency, a rate or both. All attributes may hold placeholders and expressions, {@code ${...}} and {@code #{...}}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(DelayQueueLimit.All.class)
public @interface DelayQueueLimit {

    /** {@return the group's name} */
    String group();

    /** {@return the name of the limit} */
    String name();

    /**
     * The queue, if the application has several.
     *
     * @return a name under {@code delayqueue.queues}; empty for the queue under {@code delayqueue}
     */
    String queue() default "";

    /** {@return the number of tasks that run at once in all instances, such as {@code 8}; empty for any number} */
    String concurrency() default "";

    /** {@return the number of tasks that begin in a second, a minute or an hour, such as {@code 100/s}; empty for any number} */
    String rate() default "";

    /** {@return the number of tasks that may begin at once after a pause; empty for those of a tenth of a second, at least one} */
    String burst() default "";

    /** Several limits of one class. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface All {

        /** {@return the limits} */
        DelayQueueLimit[] value();
    }
}
