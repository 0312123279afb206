/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.PriorityOrdered;

/**
 * A post-processor that needs the bean {@code job}, which is created before the guards
 * because of that.
 */
@Configuration(proxyBeanMethods = false)
class EarlyConfiguration {

	@Bean
	static EarlyPostProcessor early(@Qualifier("job") Object job) {
		return new EarlyPostProcessor();
	}

	static class EarlyPostProcessor implements BeanPostProcessor, PriorityOrdered {

		@Override
		public int getOrder() {
			return PriorityOrdered.HIGHEST_PRECEDENCE;
		}

	}

}
