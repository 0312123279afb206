/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.observation;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.leaderelection.store.Acquire;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.Outcome;
import io.leaderelection.store.Release;
import io.leaderelection.store.Renew;
import io.micrometer.common.docs.KeyName;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * A store that records the observation in scope of each call, and fails on request.
 */
final class ObservedStore implements LeaseStore {

	private final LeaseStore store;

	private final ObservationRegistry registry;

	/** The names of observations in scope. */
	final Set<String> seen = ConcurrentHashMap.newKeySet();

	volatile boolean failing;

	ObservedStore(LeaseStore store, ObservationRegistry registry) {
		this.store = store;
		this.registry = registry;
	}

	static void makePrimary(ConfigurableApplicationContext context, String bean) {
		context.addBeanFactoryPostProcessor(
				(beans) -> ((BeanDefinitionRegistry) beans).getBeanDefinition(bean).setPrimary(true));
	}

	static String[] names(KeyName[]... keys) {
		return Stream.of(keys).flatMap(Stream::of).map(KeyName::asString).toArray(String[]::new);
	}

	private LeaseStore called() {
		Observation current = this.registry.getCurrentObservation();
		if (current != null) {
			this.seen.add(String.valueOf(current.getContext().getName()));
		}
		if (this.failing) {
			throw new IllegalStateException("no store today");
		}
		return this.store;
	}

	@Override
	public List<Outcome.OfAcquire> acquire(List<Acquire> batch, Duration timeout) {
		return called().acquire(batch, timeout);
	}

	@Override
	public List<Outcome.OfRenew> renew(List<Renew> batch, Duration timeout) {
		return called().renew(batch, timeout);
	}

	@Override
	public List<Outcome.OfRelease> release(List<Release> batch, Duration timeout) {
		return called().release(batch, timeout);
	}

	@Override
	public List<Outcome.OfObserve> observe(List<ElectionKey> batch, Duration timeout) {
		return called().observe(batch, timeout);
	}

	@Override
	public Watch watch(String namespace, NotificationListener listener) {
		return this.store.watch(namespace, listener);
	}

	@Override
	public void close() {
		this.store.close();
	}

}
