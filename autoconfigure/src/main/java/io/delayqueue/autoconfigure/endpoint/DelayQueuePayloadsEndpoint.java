package io.delayqueue.autoconfigure.endpoint;

import io.delayqueue.TopicName;
import io.delayqueue.autoconfigure.endpoint.Descriptions.Payloads;
import io.delayqueue.engine.DelayQueueEngine;
import io.delayqueue.monitor.PayloadReport;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * Reads the payloads of waiting tasks with the types of this application. Separate from {@link DelayQueueEndpoint}, because it may
 * read for seconds, and its reasons may quote payloads.
 *
 * @param engines the engines of the application
 */
@WebEndpoint(id = "delayqueuepayloads", defaultAccess = Access.READ_ONLY)
record DelayQueuePayloadsEndpoint(Engines engines) {

    /** Maximum time of a check, below the time-outs of most clients. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Checks a group. An unknown queue, or a group without tasks and callbacks, is not found. */
    @ReadOperation
    WebEndpointResponse<OperationResponseBody> payloads(@Selector String group, @Nullable String queue) {
        return DelayQueueEndpointWebExtension.respond(() -> {
            DelayQueueEngine engine = engines.find(queue);
            if (engine == null || !TopicName.isValid(group)) {
                return null;
            }
            PayloadReport report = engine.inspector().checkPayloads(group, PATIENCE);
            return report.topics().isEmpty() && report.skipped().isEmpty()
                    ? null
                    : new Payloads(report.group(), report.isClean(), report.topics(), report.skipped());
        });
    }
}
