package io.delayqueue.annotation;

import io.delayqueue.history.RecordedOutcome;
import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * History of a topic: records of its tasks that have ended, over all instances. {@link #maxAge} and {@link #maxSize} are set, or nothing is, and
 * the topic has no history by this annotation. Both may hold placeholders and expressions, {@code ${...}} and {@code #{...}}. The properties
 * {@code delayqueue.history.<group>.<topic>.*} replace the annotation.
 *
 * @see io.delayqueue.history.HistoryRule
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface History {

    /** {@return the time for which a record is kept, such as {@code 7d}, at least one second} */
    String maxAge() default "";

    /** {@return the maximum size of all records in the store, such as {@code 64MB}, from 2 MB to 1 GB; the oldest records leave first} */
    String maxSize() default "";

    /** {@return whether a record has the payload of a task that has run} */
    boolean payload() default false;

    /** {@return whether a record has the value that the method returns} */
    boolean result() default false;

    /** {@return the outcomes that are recorded; none for all} */
    RecordedOutcome[] outcomes() default {};
}
