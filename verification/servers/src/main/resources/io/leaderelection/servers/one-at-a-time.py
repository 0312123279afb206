# Copyright 2026 the original author or authors.
# SPDX-License-Identifier: Apache-2.0
#
# Runs the server of moto, which answers one request after the other. Arguments: host and port.

import sys
import threading

from moto.server import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import run_simple

moto = DomainDispatcherApplication(create_backend_app)
one_at_a_time = threading.Lock()


def application(environ, start_response):
    with one_at_a_time:
        return list(moto(environ, start_response))


run_simple(sys.argv[1], int(sys.argv[2]), application, threaded=True)
