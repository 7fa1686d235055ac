package io.delayqueue.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a method of a bean, or a bean of {@link io.delayqueue.TaskCallback} or {@link io.delayqueue.BatchCallback}, the callback of a topic.
 * A bean has the annotation on its class or on its {@code @Bean} method.
 *
 * <p>A method takes the payload, a {@link io.delayqueue.TaskContext}, headers ({@link Header}, {@link Headers}), in any
 * order, or nothing. The payload's JSON is read as the parameter's type or the callback's type argument, generics included. An exception fails
 * the attempt.
 *
 * <p>A task is acknowledged when the method returns, or when what it returns ends: a {@link java.util.concurrent.CompletionStage}, a reactive
 * type, a {@code suspend} function. Its failure then fails the attempt. Types that do not show the end of their work, such as other
 * {@link java.util.concurrent.Future}s, stop the start. Any other return value is ignored, unless the
 * {@link #history} keeps it.
 *
 * <p>All attributes may hold placeholders and expressions, {@code ${...}} and {@code #{...}}. The topic is registered when the
 * application starts; a topic can have one callback in an application. The method is called through the bean's proxy, if it has
 * one, so transactions and other advice apply. A bean that is not a singleton needs a scoped proxy, and is then created for
 * each task.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface DelayQueueListener {

    /** {@return the group's name} */
    String group();

    /** {@return the topic's name} */
    String topic();

    /**
     * The queue, if the application has several.
     *
     * @return a name under {@code delayqueue.queues}; empty for the queue under {@code delayqueue}
     */
    String queue() default "";

    /**
     * {@return the number of concurrent callbacks in this instance, such as {@code 4}; empty for {@code
     * delayqueue.concurrency}}
     */
    String concurrency() default "";

    /** {@return the number of tasks that run at once in all instances, such as {@code 4}; empty for any number} */
    String globalConcurrency() default "";

    /**
     * Rate over all instances.
     *
     * @return the number of tasks that begin in a second, a minute or an hour, such as {@code 10/m}; empty for any number
     */
    String rate() default "";

    /**
     * Limits over all instances that the topic shares, beside its own one by {@link #globalConcurrency} and {@link #rate}.
     *
     * @return names of limits of the group that are declared by {@link DelayQueueLimit} or under {@code delayqueue.limits}, with commas
     *     between; a topic has at most two limits altogether
     */
    String limits() default "";

    /**
     * Number of tasks of one {@linkplain io.delayqueue.TaskBuilder#key key} that run at once in all instances.
     *
     * @return a number from 1 to 16; empty for 1, or what other instances declare. With 1 the tasks of a key run one after another, in the order of
     *     their due times
     */
    String keyConcurrency() default "";

    /**
     * Fate of the later tasks of a key while a failed one waits for its next attempt.
     *
     * @return {@code BLOCK_KEY}, so that they wait behind it, which is the default; or {@code LET_PASS}, so that they run
     */
    String onRetry() default "";

    /**
     * Maximum number of tasks of a batch. A method then takes a list of payloads, or of {@link io.delayqueue.TaskMessage messages}; a bean is a
     * {@link io.delayqueue.BatchCallback}. Tasks that have failed run in smaller pieces of a batch, and their last attempt runs alone.
     *
     * @return a number from 2 to 500; empty for a callback of one task. A batch of large tasks is smaller: one call of the store returns about 1 MB
     */
    String batchSize() default "";

    /**
     * Number of ready tasks for which a batch waits, at most for {@link #batchWait}.
     *
     * @return a number from 2 to the size; empty for 1
     */
    String batchLeast() default "";

    /**
     * Maximum time for which the oldest ready task waits for others, beside {@link #batchLeast}.
     *
     * @return a duration such as {@code 2s}, at least one millisecond; empty if no task waits
     */
    String batchWait() default "";

    /**
     * Time to run of one attempt.
     *
     * @return a duration such as {@code 30s} or {@code PT5M}, at least one second; empty for {@code delayqueue.ttr}
     */
    String ttr() default "";

    /** {@return the number of attempts of a task, such as {@code 3}; empty for {@code delayqueue.max-attempts}} */
    String maxAttempts() default "";

    /**
     * Maximum age of retries, from the begin of a task's first attempt. Without {@link #maxAttempts} beside it their number has no limit.
     *
     * @return a duration such as {@code 24h}, at least one second; empty for {@code delayqueue.retry-for}, unless maxAttempts is set
     */
    String retryFor() default "";

    /**
     * Time after the due time of a task within which each attempt may begin. A task that is later is not run: see {@link #whenExpired}.
     *
     * @return a duration such as {@code 10m}, at least one millisecond; empty for any time
     */
    String within() default "";

    /**
     * Fate of tasks that are too late to begin.
     *
     * @return {@code BURY} for a dead letter, which is the default, or {@code DROP} to remove the task
     */
    String whenExpired() default "";

    /** {@return the back-off between attempts; without attributes the one of all topics} */
    Backoff backoff() default @Backoff;

    /**
     * Back-off between attempts as a bean of {@link io.delayqueue.RetryPolicy}, instead of {@link #backoff}.
     *
     * @return the bean's name, or an expression that gives the policy; empty for the policy of all topics
     */
    String retryPolicy() default "";

    /**
     * Exceptions that are not retried. A task whose callback throws one of them, or a subclass, goes to the dead letters at
     * once; causes are not checked, and a {@link io.delayqueue.RetryTaskException} is always retried.
     *
     * @return the exceptions, in addition to those of {@code delayqueue.retry.no-retry-for}
     */
    Class<? extends Throwable>[] noRetryFor() default {};

    /** {@return the history of the topic; without attributes the one of {@code delayqueue.history}, if there is one} */
    History history() default @History;

    /**
     * Error handler of this topic as a bean of {@link io.delayqueue.TaskErrorHandler}.
     *
     * @return the bean's name, or an expression that gives the handler; empty for the handler of all topics, if there is one
     */
    String errorHandler() default "";

    /**
     * Whether the callback is enabled. If not, the other attributes are not evaluated, and no bean is created.
     *
     * @return {@code true} or {@code false}
     */
    String enabled() default "true";
}
