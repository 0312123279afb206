/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.zookeeper;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;

import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.Bystander;
import io.leaderelection.testkit.LeaseStoreContract;
import io.leaderelection.testkit.SteppedTime;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/**
 * The store contract on a real server. Leases expire by the ticker of each candidate,
 * which is stepped. Before each step, every candidate reads every record, as followers
 * do.
 */
@Tag("server")
class ZooKeeperLeaseStoreContractIT extends LeaseStoreContract {

	private static final int MAX_NEWCOMERS = 2;

	private static TestingServer server;

	private static Records records;

	private Set<String> former = Set.of();

	private final SteppedTime time = SteppedTime.still();

	private final List<Bystander> bystanders = new ArrayList<>();

	private final Deque<Bystander> unused = new ArrayDeque<>();

	@BeforeAll
	static void startServer() {
		server = Ensembles.start();
		records = new Records(server.getConnectString());
	}

	@AfterAll
	static void stopServer() throws IOException {
		records.close();
		server.close();
	}

	@BeforeEach
	void rememberFormer() {
		this.former = records.namespaces();
	}

	@AfterEach
	void closeUnused() {
		this.unused.forEach(Bystander::close);
	}

	LeaseStore openAt(String connectString, SteppedTime stepped) {
		return factory(connectString).open(stepped);
	}

	private static ZooKeeperLeaseStoreFactory factory(String connectString) {
		return ZooKeeperLeaseStoreFactory.builder(connectString).sessionTimeout(Duration.ofSeconds(60)).build();
	}

	private Bystander bystander() {
		Bystander bystander = new Bystander(openAt(server.getConnectString(), this.time));
		this.bystanders.add(bystander);
		return bystander;
	}

	@Override
	protected LeaseStore open() {
		return this.unused.isEmpty() ? bystander() : this.unused.remove();
	}

	@Override
	protected StoreTraits traits() {
		return factory(server.getConnectString()).traits();
	}

	@Override
	protected void elapse(Duration duration) {
		while (this.unused.size() < MAX_NEWCOMERS) {
			this.unused.add(bystander());
		}
		Set<String> namespaces = records.namespaces();
		namespaces.removeAll(this.former);
		List<ElectionKey> keys = namespaces.stream().map(records::keys).flatMap(List::stream).toList();
		this.bystanders.forEach((bystander) -> bystander.look(keys));
		this.time.step(duration);
	}

	@Override
	protected void writeGarbage(ElectionKey key) {
		records.writeGarbage(key);
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		records.delete(key);
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) {
		records.writeNotBefore(key, fromNow);
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) {
		records.breakCheckpoints(key);
	}

	@Override
	protected void loseGuardLock(ElectionKey key) {
		records.loseGuardLock(key);
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(server.getConnectString()));
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			return factory(arguments.get(0)).open();
		}

	}

}
