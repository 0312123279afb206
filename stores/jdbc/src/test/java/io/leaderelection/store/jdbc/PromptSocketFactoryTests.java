/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.jdbc;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.sql.Driver;
import java.util.Properties;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link PromptSocketFactory}.
 */
class PromptSocketFactoryTests {

	private static final String URL = "jdbc:postgresql://db/app";

	private final Driver driver = new org.postgresql.Driver();

	private final Properties properties = new Properties();

	@Test
	void isOfferedToPostgres() {
		PromptSocketFactory.offer(this.driver, URL, this.properties);
		assertThat(this.properties).containsEntry("socketFactory", PromptSocketFactory.class.getName());
	}

	@Test
	void isNotOfferedToOthers() {
		PromptSocketFactory.offer(this.driver, "jdbc:mariadb://db/app", this.properties);
		assertThat(this.properties).isEmpty();
	}

	@Test
	void leavesSocketsOfTheApplicationAlone() {
		PromptSocketFactory.offer(this.driver, URL + "?socketFactory=com.example.Tunnel", this.properties);
		assertThat(this.properties).isEmpty();
		this.properties.setProperty("socketFactory", "com.example.Tunnel");
		PromptSocketFactory.offer(this.driver, URL, this.properties);
		assertThat(this.properties).containsEntry("socketFactory", "com.example.Tunnel");
	}

	@Test
	void isNotOfferedToADriverThatCannotLoadIt() throws Exception {
		ClassLoader without = new java.net.URLClassLoader(
				new java.net.URL[] { org.postgresql.Driver.class.getProtectionDomain().getCodeSource().getLocation() },
				ClassLoader.getPlatformClassLoader());
		Driver foreign = (Driver) without.loadClass("org.postgresql.Driver").getDeclaredConstructor().newInstance();
		PromptSocketFactory.offer(foreign, URL, this.properties);
		assertThat(this.properties).isEmpty();
	}

	@Test
	void lookAnswersFromWhatHasArrivedAndReadWaits() throws IOException {
		try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
				Socket socket = new PromptSocketFactory().createSocket()) {
			socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort()));
			try (Socket other = server.accept()) {
				byte[] bytes = new byte[1];
				socket.setSoTimeout(1);
				assertThatExceptionOfType(SocketTimeoutException.class)
					.isThrownBy(() -> socket.getInputStream().read(bytes, 0, 1))
					.withMessage("Nothing has arrived");
				other.getOutputStream().write(new byte[] { 7, 8 });
				socket.setSoTimeout(60_000);
				assertThat(socket.getInputStream().read()).isEqualTo(7);
				socket.setSoTimeout(1);
				assertThat(socket.getInputStream().read()).isEqualTo(8);
				assertThat(socket.getSoTimeout()).isOne();
			}
		}
	}

}
