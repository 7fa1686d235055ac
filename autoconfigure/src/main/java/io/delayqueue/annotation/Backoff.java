package io.delayqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Back-off of a topic between attempts: either {@link #fixedDelay} alone, or any of the other attributes. Empty attributes have
 * the values of {@code delayqueue.retry.*}. All attributes may hold placeholders and expressions, {@code ${...}} and {@code
 * #{...}}.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({})
public @interface Backoff {

    /** {@return the same delay after each failure, such as {@code 5s}, at least 1 ms; excludes the other attributes} */
    String fixedDelay() default "";

    /** {@return the delay after the first failure, at least 1 ms} */
    String initialDelay() default "";

    /** {@return the factor by which each further failure multiplies the delay, at least 1} */
    String multiplier() default "";

    /** {@return the longest delay, at least the initial one} */
    String maxDelay() default "";

    /** {@return the random part as a share of the delay, from 0 (none) to 1} */
    String jitter() default "";
}
