/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.etcd;

import java.net.URI;
import java.time.Duration;
import java.util.List;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KeyValue;
import io.leaderelection.servers.EtcdServer;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.LeaseStoreFactory;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.LeaseStoreContract;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import io.leaderelection.time.Ticker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/**
 * The store contract on a real etcd, whose leases expire by a clock of the test.
 */
@Tag("server")
class EtcdContractIT extends LeaseStoreContract {

	private static EtcdServer server;

	private static EtcdAdmin admin;

	private ManualLeases leases;

	@BeforeAll
	static void startServer() {
		server = EtcdServer.open();
		admin = new EtcdAdmin(server.endpoint());
	}

	@AfterAll
	static void stopServer() {
		server.close();
	}

	@BeforeEach
	void resetLeases() {
		this.leases = new ManualLeases(admin);
	}

	static EtcdLeaseStoreFactory factory(String endpoint, Ticker ticker) {
		return EtcdLeaseStoreFactory.builder(EtcdTarget.of(List.of(URI.create(endpoint)))).ticker(ticker).build();
	}

	LeaseStoreFactory factory() {
		return factory(server.endpoint(), this.leases.ticker());
	}

	static String endpoint() {
		return server.endpoint();
	}

	Ticker ticker() {
		return this.leases.ticker();
	}

	@Override
	protected LeaseStore open() {
		return factory().open();
	}

	@Override
	protected StoreTraits traits() {
		return factory().traits();
	}

	@Override
	protected void elapse(Duration duration) {
		this.leases.elapse(duration);
	}

	@Override
	protected void writeGarbage(ElectionKey key) {
		admin.writeRecord(key, ByteString.copyFromUtf8("SIGNED OVER TO SOMEBODY ELSE"));
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		admin.deleteRecord(key);
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) {
		admin.changeField(key, "not-before", Long.toString(fromNow.toMillis()));
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) {
		admin.breakCheckpoints(key);
	}

	@Override
	protected void loseGuardLock(ElectionKey key) {
		KeyValue guardLock = admin.guardLock(key);
		if (guardLock != null) {
			admin.deleteLock(key);
		}
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(server.endpoint()));
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			return factory(arguments.get(0), Ticker.system()).open();
		}

	}

}
