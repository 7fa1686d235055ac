package io.delayqueue.web.security;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;

@Configuration
class QueueUsers {

    @Bean
    PasswordEncoder passwordEncoder() {
        return PasswordEncoderFactories.createDelegatingPasswordEncoder();
    }

    @Bean
    UserDetailsService userDetailsService(
            PasswordEncoder encoder, @Value("${ADAS_PASSWORD}") String adas, @Value("${VICS_PASSWORD}") String vics) {
        return new InMemoryUserDetailsManager(
                User.withUsername("ada")
                        .password(encoder.encode(adas))
                        .roles("DELAYQUEUE_OPERATOR")
                        .build(),
                User.withUsername("vic")
                        .password(encoder.encode(vics))
                        .roles("DELAYQUEUE_VIEWER")
                        .build());
    }
}
