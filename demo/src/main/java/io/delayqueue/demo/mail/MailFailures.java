package io.delayqueue.demo.mail;

import io.delayqueue.RejectTaskException;
import io.delayqueue.TaskContext;
import io.delayqueue.TaskErrorHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Says which failures of mails no further attempt can help: all but those of the server. */
@Component
class MailFailures implements TaskErrorHandler {

    @Override
    public void onError(TaskContext context, @Nullable Object payload, Throwable failure) {
        if (!(failure instanceof MailServerDownException)) {
            throw new RejectTaskException("This mail will never be sent: " + failure.getMessage(), failure);
        }
    }
}
