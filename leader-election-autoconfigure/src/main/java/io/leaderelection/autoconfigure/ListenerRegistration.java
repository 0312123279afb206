/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import io.leaderelection.LeaderElections;
import io.leaderelection.LeadershipListener;
import io.leaderelection.Registration;

import org.springframework.beans.factory.ObjectProvider;

/**
 * Adds the listeners that are beans, and the one that publishes application events, to
 * all elections.
 */
final class ListenerRegistration {

	private final LeaderElections elections;

	private final LeadershipListener publisher;

	private final ObjectProvider<LeadershipListener> listeners;

	private final List<Registration> registrations = new ArrayList<>();

	ListenerRegistration(LeaderElections elections, LeadershipListener publisher,
			ObjectProvider<LeadershipListener> listeners) {
		this.elections = elections;
		this.publisher = publisher;
		this.listeners = listeners;
	}

	void add() {
		this.registrations.add(this.elections.addListener(this.publisher));
		for (LeadershipListener listener : this.listeners.orderedStream().toList()) {
			this.registrations.add(this.elections.addListener(listener));
		}
	}

	void remove() {
		this.registrations.forEach(Registration::remove);
	}

}
