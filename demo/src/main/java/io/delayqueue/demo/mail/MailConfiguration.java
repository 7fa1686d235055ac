package io.delayqueue.demo.mail;

import io.delayqueue.RejectTaskException;
import io.delayqueue.TaskErrorHandler;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the listeners of this package name. */
@Configuration(proxyBeanMethods = false)
class MailConfiguration {

    /**
     * Says which failures of mails no further attempt can help: all but those of the server. For listeners that name it only, not
     * for orders.
     */
    @Bean(defaultCandidate = false)
    TaskErrorHandler mailFailures() {
        return (context, payload, failure) -> {
            if (!(failure instanceof MailServerDownException)) {
                throw new RejectTaskException("This mail will never be sent: " + failure.getMessage(), failure);
            }
        };
    }
}
