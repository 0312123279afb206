/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class TcpProxyTests {

	private final AtomicInteger received = new AtomicInteger();

	private ServerSocket server;

	private Thread serving;

	private TcpProxy proxy;

	@BeforeEach
	void open() throws IOException {
		this.server = new ServerSocket(0, 50, InetAddress.getByName(Loopback.HOST));
		this.serving = new Thread(this::serve);
		this.serving.setDaemon(true);
		this.serving.start();
		this.proxy = TcpProxy.to(this.server.getLocalPort());
	}

	@AfterEach
	void close() throws IOException {
		this.proxy.close();
		this.server.close();
	}

	/** Answers each byte with the next one. */
	private void serve() {
		while (!this.server.isClosed()) {
			try (Socket socket = this.server.accept()) {
				for (int value = socket.getInputStream().read(); value >= 0; value = socket.getInputStream().read()) {
					this.received.incrementAndGet();
					socket.getOutputStream().write(value + 1);
				}
			}
			catch (IOException ex) {
				this.received.addAndGet(0);
			}
		}
	}

	private Socket connect() throws IOException {
		Socket socket = new Socket(Loopback.HOST, this.proxy.port());
		socket.setSoTimeout(10_000);
		return socket;
	}

	private static int ask(Socket socket, int value) throws IOException {
		socket.getOutputStream().write(value);
		return socket.getInputStream().read();
	}

	@Test
	void passesAndCounts() throws IOException {
		try (Socket socket = connect()) {
			assertThat(ask(socket, 1)).isEqualTo(2);
			assertThat(ask(socket, 5)).isEqualTo(6);
			assertThat(this.proxy.connections()).isEqualTo(1);
			assertThat(this.proxy.roundTrips()).isEqualTo(2);
		}
	}

	@Test
	void forwardedRequestsAreReported() throws IOException {
		List<byte[]> requests = new CopyOnWriteArrayList<>();
		this.proxy.onRequest(requests::add);
		try (Socket socket = connect()) {
			assertThat(ask(socket, 7)).isEqualTo(8);
		}
		assertThat(requests).containsExactly(new byte[] { 7 });
	}

	@Test
	void connectionsAreReportedWhenTheServerIsDown() throws Exception {
		AtomicInteger opened = new AtomicInteger();
		this.proxy.onConnection(opened::incrementAndGet);
		try (Socket socket = connect()) {
			assertThat(ask(socket, 7)).isEqualTo(8);
			assertThat(opened).hasValue(1);
		}
		this.server.close();
		// While it waits in accept(), the kernel may still accept a connection for it
		this.serving.join();
		try (Socket socket = connect()) {
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> ask(socket, 3));
		}
		assertThat(opened).hasValue(2);
	}

	@Test
	void healedBlackHoleDeliversLate() throws IOException {
		try (Socket socket = connect()) {
			assertThat(ask(socket, 1)).isEqualTo(2);
			this.proxy.blackHole();
			socket.setSoTimeout(200);
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> ask(socket, 3));
			assertThat(this.received).hasValue(1);
			socket.setSoTimeout(10_000);
			this.proxy.heal();
			assertThat(socket.getInputStream().read()).isEqualTo(4);
		}
	}

	@Test
	void onlyAnswersAreHeld() throws IOException {
		try (Socket socket = connect()) {
			this.proxy.blackHole(Direction.TO_CLIENT);
			socket.setSoTimeout(200);
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> ask(socket, 3));
			assertThat(this.received).hasValue(1);
		}
	}

	@Test
	void lostDataNeverArrives() throws IOException {
		try (Socket socket = connect()) {
			this.proxy.lose(Direction.TO_CLIENT);
			socket.setSoTimeout(200);
			assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> ask(socket, 3));
			socket.setSoTimeout(10_000);
			this.proxy.heal();
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> ask(socket, 3));
		}
	}

	@Test
	void cutAnswerResetsAfterTheServerReceivedTheRequest() throws IOException {
		try (Socket socket = connect()) {
			this.proxy.cutNextAnswer();
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> ask(socket, 3));
			assertThat(this.received).hasValue(1);
		}
		try (Socket socket = connect()) {
			assertThat(ask(socket, 7)).isEqualTo(8);
		}
	}

	@Test
	void resetEndsConnections() throws IOException {
		try (Socket socket = connect()) {
			assertThat(ask(socket, 1)).isEqualTo(2);
			this.proxy.reset();
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> ask(socket, 3));
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void connectionThatIsJustAcceptedIsResetWithTheOthers(boolean closes) throws IOException {
		this.proxy.onConnection(closes ? this.proxy::close : this.proxy::refuse);
		try (Socket socket = connect()) {
			assertThatExceptionOfType(SocketException.class).isThrownBy(() -> {
				ask(socket, 1);
				ask(socket, 2);
			});
		}
		assertThat(this.received).hasValue(0);
	}

}
