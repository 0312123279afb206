/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.s3;

import java.time.Duration;
import java.util.List;

import io.leaderelection.servers.VersityServer;
import io.leaderelection.store.ElectionKey;
import io.leaderelection.store.LeaseStore;
import io.leaderelection.store.StoreTraits;
import io.leaderelection.testkit.ObserverContract;
import io.leaderelection.testkit.StoreOpener;
import io.leaderelection.testkit.StoreOpening;
import io.leaderelection.time.TimeSystem;
import org.junit.jupiter.api.AutoClose;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The store contract on a server with the keys and the bucket of {@link VersityServer}.
 */
abstract class S3Contract extends ObserverContract {

	private final int port;

	@AutoClose
	private final S3Client client;

	private final S3Objects objects;

	/**
	 * Creates the contract.
	 * @param port the port of the server
	 */
	S3Contract(int port) {
		this.port = port;
		this.client = S3Objects.client(port);
		this.objects = new S3Objects(this.client);
	}

	LeaseStore open(S3Client client, TimeSystem time) {
		return S3LeaseStoreFactory.builder(client).bucket(VersityServer.BUCKET).build().open(time);
	}

	@Override
	protected LeaseStore open(TimeSystem time) {
		return open(this.client, time);
	}

	@Override
	protected StoreTraits traits() {
		return S3Objects.factory(this.port).traits();
	}

	@Override
	protected void writeGarbage(ElectionKey key) {
		this.objects.write(key, "leader-election-record 1\ntoken=9223372036854775807\nend\n");
	}

	@Override
	protected void deleteRecord(ElectionKey key) {
		this.objects.delete(key);
	}

	@Override
	protected void writeNotBefore(ElectionKey key, Duration fromNow) {
		this.objects.setField(key, "not-before", Long.toString(fromNow.toMillis()));
	}

	@Override
	protected void writeBrokenCheckpoints(ElectionKey key) {
		this.objects.setField(key, "checkpoints", "broken");
	}

	@Override
	protected StoreOpening opening() {
		return new StoreOpening(Opener.class, List.of(Integer.toString(this.port)));
	}

	/** Opens the store in another JVM. */
	static final class Opener implements StoreOpener {

		@Override
		public LeaseStore open(List<String> arguments) {
			return S3Objects.factory(Integer.parseInt(arguments.get(0))).open();
		}

	}

}
