package io.delayqueue.autoconfigure;

import io.delayqueue.autoconfigure.DelayQueueProperties.Store;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/** Matches if {@code delayqueue.store} has this value. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnStoreCondition.class)
@interface ConditionalOnStore {

    /** {@return the store} */
    Store value();
}
