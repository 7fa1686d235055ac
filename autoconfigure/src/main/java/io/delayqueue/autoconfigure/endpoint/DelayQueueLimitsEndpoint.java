package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.TopicName;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Limits;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.limit.Limit;
import io.delayqueue.limit.LimitInfo;
import io.delayqueue.limit.Rate;
import io.delayqueue.monitor.DelayQueueInspector;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Shows and changes limits over all instances. Changes need the access {@code unrestricted}, which is not the default, and are audited.
 *
 * @param engines the engines of the application
 */
@WebEndpoint(id = "delayqueuelimits", defaultAccess = Access.READ_ONLY)
record DelayQueueLimitsEndpoint(Engines engines) {

    @ReadOperation
    WebEndpointResponse<OperationResponseBody> limits(@Selector String group, @Nullable String queue) {
        return limits(group, limit -> true, queue);
    }

    /** Also lets a change that the access does not permit be a method that is not allowed, instead of an unknown path. */
    @ReadOperation
    WebEndpointResponse<OperationResponseBody> limit(
            @Selector String group, @Selector String limit, @Nullable String queue) {
        return limits(group, info -> info.limit().name().equals(limit), queue);
    }

    private WebEndpointResponse<OperationResponseBody> limits(
            String group, Predicate<LimitInfo> which, @Nullable String queue) {
        return DelayQueueEndpointWebExtension.respond(() -> {
            DelayQueueEngine engine = engines.find(queue);
            return engine == null || !TopicName.isValid(group)
                    ? null
                    : new Limits(engine.inspector().limits(group).stream()
                            .filter(which)
                            .toList());
        });
    }

    /**
     * Holds a limit, or sets its values.
     *
     * @param hold the length of a hold from now, such as {@code 10m}; zero ends a hold. Null to set the values
     */
    @WriteOperation
    WebEndpointResponse<OperationResponseBody> change(
            @Selector String group,
            @Selector String limit,
            @Nullable Integer concurrency,
            @Nullable String rate,
            @Nullable Integer burst,
            @Nullable String hold,
            @Nullable String queue,
            SecurityContext caller) {
        if (hold != null) {
            return change(new AskedChange(caller, group, limit, "hold-limit", queue), inspector -> {
                if (concurrency != null || rate != null || burst != null) {
                    throw new IllegalArgumentException("hold must not be set beside concurrency, rate and burst");
                }
                Duration length = HoldLength.of(hold);
                return inspector.holdLimit(
                        group, limit, inspector.storeTime(group).plus(length));
            });
        }
        return change(new AskedChange(caller, group, limit, "set-limit", queue), inspector -> {
            inspector.setLimit(new Limit(group, limit, concurrency, rate == null ? null : Rate.valueOf(rate), burst));
            return true;
        });
    }

    @DeleteOperation
    WebEndpointResponse<OperationResponseBody> reset(
            @Selector String group, @Selector String limit, @Nullable String queue, SecurityContext caller) {
        return change(
                new AskedChange(caller, group, limit, "reset-limit", queue),
                inspector -> inspector.resetLimit(group, limit));
    }

    /**
     * Makes a change and logs it, even if it fails.
     *
     * @param change returns false if there is no such limit
     */
    private WebEndpointResponse<OperationResponseBody> change(
            AskedChange asked, Predicate<DelayQueueInspector> change) {
        int success = WebEndpointResponse.STATUS_NO_CONTENT;
        return DelayQueueEndpointWebExtension.answer(() -> {
            Boolean found = ChangeLog.make(
                    asked, engines, success, (engine, tasks) -> change(engine.inspector(), change) ? true : null);
            return new WebEndpointResponse<>(found == null ? WebEndpointResponse.STATUS_NOT_FOUND : success);
        });
    }

    /** What the caller asks for is not valid if it is refused before a call of the store. */
    private static boolean change(DelayQueueInspector inspector, Predicate<DelayQueueInspector> change) {
        try {
            return change.test(inspector);
        } catch (IllegalArgumentException | InvalidTaskException e) {
            String reason = String.valueOf(e.getMessage());
            throw new InvalidEndpointRequestException(reason, reason);
        }
    }
}
