/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.task;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

import io.leaderelection.LeaderElection;
import io.leaderelection.LeaderElections;
import io.leaderelection.LeaderWorkOptions;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipListener;
import io.leaderelection.OnLoss;
import io.leaderelection.Registration;
import io.leaderelection.Revocation;
import io.leaderelection.scan.InvalidLeaderAnnotationException;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;
import org.springframework.integration.support.SmartLifecycleRoleController;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/**
 * Publishes leadership as events of Spring Integration. The role has the name of the
 * election.
 * <p>
 * For an election with endpoints in its role, the events are published by work of the
 * term on a separate thread, for two reasons. Endpoints may take long to start and stop,
 * which would delay other events. And the work only ends when no endpoint is running, so
 * that the lease is not released before; the delivery of an event would end even if an
 * endpoint could not be stopped. The role of a lost term is revoked immediately in either
 * case. Other elections need no thread: their events are published in the same way as
 * this library's own events.
 */
public final class IntegrationEvents implements LeadershipListener, SmartLifecycle, DisposableBean {

	private final ApplicationContext context;

	private final ApplicationEventPublisher publisher;

	private final LeaderElections elections;

	private final List<Registration> registrations = new ArrayList<>();

	private final Map<String, ElectionRole> roles = new ConcurrentHashMap<>();

	private boolean begun;

	private volatile boolean running;

	/**
	 * Creates the publisher.
	 * @param context contains the endpoints
	 * @param publisher receives the events
	 * @param elections the source of the events
	 */
	public IntegrationEvents(ApplicationContext context, ApplicationEventPublisher publisher,
			LeaderElections elections) {
		this.context = context;
		this.publisher = publisher;
		this.elections = elections;
	}

	@Override
	public void granted(Leadership leadership) {
		if (!this.roles.containsKey(leadership.election())) {
			publishGranted(leadership.election());
		}
	}

	@Override
	public void revoked(Revocation revocation) {
		if (!this.roles.containsKey(revocation.election())) {
			publishRevoked(revocation.election());
		}
	}

	private void publishGranted(String election) {
		this.publisher
			.publishEvent(new OnGrantedEvent(this.elections, new ElectionContext(this.elections, election), election));
	}

	private void publishRevoked(String election) {
		this.publisher
			.publishEvent(new OnRevokedEvent(this.elections, new ElectionContext(this.elections, election), election));
	}

	/**
	 * Checks the roles after the endpoints that start automatically, which do so in
	 * earlier phases.
	 */
	@Override
	public void start() {
		this.running = true;
		if (this.begun) {
			this.roles.values().forEach(ElectionRole::stopIfNotLeading);
			return;
		}
		this.begun = true;
		this.context.getBeansOfType(LockRegistryLeaderInitiator.class, false, false).forEach(this::requireOtherRole);
		List<SmartLifecycleRoleController> controllers = this.context
			.getBeanProvider(SmartLifecycleRoleController.class)
			.stream()
			.toList();
		TreeSet<String> names = new TreeSet<>();
		controllers.forEach((controller) -> names.addAll(controller.getRoles()));
		names.forEach(this::requireUndivided);
		names.forEach((name) -> this.elections.find(name).ifPresent((election) -> begin(election, controllers)));
	}

	private void requireOtherRole(String beanName, LockRegistryLeaderInitiator initiator) {
		String role = initiator.getContext().getRole();
		if (role != null && this.elections.find(role).isPresent()) {
			throw new InvalidLeaderAnnotationException(
					"Role '" + role + "' is granted by bean '" + beanName
							+ "', a LockRegistryLeaderInitiator, and by the election of this name: two instances could "
							+ "lead in it at the same time",
					"Remove the bean, give one of them another name, or set leader-election.integration.enabled=false");
		}
	}

	private void requireUndivided(String role) {
		if (this.elections.findPartitioned(role).isPresent()) {
			throw new InvalidLeaderAnnotationException(
					"Role '" + role + "' has the name of an election that is divided into partitions, so nobody would "
							+ "start its endpoints",
					"Name the role like a partition, such as '" + role
							+ ":0', or like another election. If it is not for "
							+ "the election of this name, rename it, or set leader-election.integration.enabled=false");
		}
	}

	private void begin(LeaderElection election, List<SmartLifecycleRoleController> controllers) {
		String name = election.name();
		ElectionRole role = new ElectionRole(name, controllers, () -> publishGranted(name), () -> publishRevoked(name));
		List<String> running = role.runningEndpoints();
		// An election that the application itself starts may be led already
		if (!running.isEmpty() && !election.isLeader()) {
			throw new InvalidLeaderAnnotationException("Role '" + name
					+ "' cannot be started on the leader only: endpoints in it start by themselves on every instance: "
					+ running,
					"Set autoStartup to false on each of them. If the role is not for the election of this name, rename "
							+ "it, or set leader-election.integration.enabled=false");
		}
		this.roles.put(name, role);
		LifecycleWork work = new LifecycleWork("role '" + name + "'", role);
		this.registrations
			.add(election.runWhileLeader(work, LeaderWorkOptions.named(work.name()).onLoss(OnLoss.CONTINUE)));
	}

	@Override
	public void stop() {
		this.running = false;
	}

	/** The elections of a parent context go on. */
	@Override
	public void destroy() {
		this.registrations.forEach(Registration::remove);
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	/** Directly before this instance contends. */
	@Override
	public int getPhase() {
		return DEFAULT_PHASE - 1;
	}

	/** Refers to the election by name, because its events outlast the candidacy. */
	private record ElectionContext(LeaderElections elections, String role) implements Context {

		@Override
		public boolean isLeader() {
			return this.elections.find(this.role).map(LeaderElection::isLeader).orElse(false);
		}

		@Override
		public void yield() {
			this.elections.find(this.role).ifPresent(LeaderElection::stepDown);
		}

		@Override
		public String getRole() {
			return this.role;
		}

	}

}
