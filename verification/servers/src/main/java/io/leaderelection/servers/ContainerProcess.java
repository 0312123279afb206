/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.servers;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.PortBinding;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.utility.DockerImageName;

/**
 * A server in a container, for machines that have a container engine but not the binary.
 */
final class ContainerProcess implements ServerProcess {

	private final GenericContainer<?> container;

	private boolean created;

	private boolean frozen;

	ContainerProcess(String image, Map<String, String> environment, List<String> command, int innerPort, int port) {
		this.container = new GenericContainer<>(DockerImageName.parse(image)).withEnv(environment)
			.withExposedPorts(innerPort)
			.withCommand(command.toArray(String[]::new))
			.withCreateContainerCmdModifier((create) -> Objects.requireNonNull(create.getHostConfig())
				.withPortBindings(PortBinding.parse(Loopback.HOST + ":" + port + ":" + innerPort)))
			.waitingFor(new AskedByTheServer());
	}

	private static DockerClient client() {
		return DockerClientFactory.instance().client();
	}

	@Override
	public void start() {
		if (this.created) {
			client().startContainerCmd(this.container.getContainerId()).exec();
		}
		else {
			this.container.start();
			this.created = true;
		}
	}

	@Override
	public boolean isRunning() {
		return this.created && Boolean.TRUE
			.equals(client().inspectContainerCmd(this.container.getContainerId()).exec().getState().getRunning());
	}

	@Override
	public void stop() {
		if (isRunning()) {
			thaw();
			client().stopContainerCmd(this.container.getContainerId()).exec();
		}
	}

	@Override
	public void kill() {
		if (isRunning()) {
			thaw();
			client().killContainerCmd(this.container.getContainerId()).exec();
		}
	}

	@Override
	public void freeze() {
		client().pauseContainerCmd(this.container.getContainerId()).exec();
		this.frozen = true;
	}

	@Override
	public void thaw() {
		if (this.frozen) {
			client().unpauseContainerCmd(this.container.getContainerId()).exec();
			this.frozen = false;
		}
	}

	@Override
	public String log() {
		return this.created ? this.container.getLogs() : "";
	}

	@Override
	public void close() {
		this.container.stop();
	}

	/** Does not wait, because {@link TestServer} waits for the server itself. */
	private static final class AskedByTheServer extends AbstractWaitStrategy {

		@Override
		protected void waitUntilReady() {
		}

	}

}
