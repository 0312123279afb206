/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.leaderelection.store.LeaseStore;
import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A store that records the observation in scope of each call, and fails on request.
 */
final class ObservedStore {

	/** The names of observations in scope. */
	final Set<String> seen = ConcurrentHashMap.newKeySet();

	volatile boolean failing;

	/**
	 * Returns the store.
	 * @param store answers the calls
	 * @param registry the observations
	 */
	LeaseStore over(LeaseStore store, ObservationRegistry registry) {
		return (LeaseStore) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] { LeaseStore.class },
				(proxy, method, arguments) -> {
					Observation current = registry.getCurrentObservation();
					if (current != null) {
						this.seen.add(String.valueOf(current.getContext().getName()));
					}
					if (this.failing) {
						throw new IllegalStateException("no store today");
					}
					return method.invoke(store, arguments);
				});
	}

	static void makePrimary(ConfigurableApplicationContext context, String bean) {
		context.addBeanFactoryPostProcessor(
				(beans) -> ((BeanDefinitionRegistry) beans).getBeanDefinition(bean).setPrimary(true));
	}

	static String[] names(KeyName[]... keys) {
		return Stream.of(keys).flatMap(Stream::of).map(KeyName::asString).toArray(String[]::new);
	}

}
