package io.delayqueue.demo.mail;

import io.delayqueue.RejectTaskException;
import io.delayqueue.TaskErrorHandler;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that the listeners of this package name. */
@Configuration(proxyBeanMethods = false)
class MailConfiguration {

    /** Rejects mails after failures other than those of the server. Used only by listeners that name it, not for orders. */
    @Bean(defaultCandidate = false)
    TaskErrorHandler mailFailures() {
        return (context, payload, failure) -> {
            if (!(failure instanceof MailServerDownException)) {
                throw new RejectTaskException("This mail will never be sent: " + failure.getMessage(), failure);
            }
        };
    }
}
