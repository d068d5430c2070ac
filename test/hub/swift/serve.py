"""OpenStack Swift with its S3 interface in one process, for tests: one disk, one replica, on loopback.

usage: serve.py FOLDER; prints the port when it listens. The key is test:tester / testing.
"""

import os
import sys
from array import array

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402

folder = os.path.abspath(sys.argv[1])
devices = os.path.join(folder, 'devices')
os.makedirs(os.path.join(devices, 'disk'))

PROXY = """
[DEFAULT]
swift_dir = {folder}
log_level = ERROR

[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth proxy-logging proxy-server

[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
s3_acl = false
check_bucket_owner = false
allow_multipart_uploads = false
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:proxy-logging]
use = egg:swift#proxy_logging
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
"""

with open(os.path.join(folder, 'swift.conf'), 'w') as conf:
    conf.write('[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = one\ndefault = yes\n')
utils.set_swift_dir(folder)
utils.validate_hash_conf()

from swift.account.server import AccountController  # noqa: E402
from swift.common import storage_policy  # noqa: E402
from swift.common.ring.ring import RingData  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402
from swift.container.server import ContainerController  # noqa: E402
from swift.obj.server import ObjectController  # noqa: E402

storage_policy.reload_storage_policies()
conf = {'swift_dir': folder, 'devices': devices, 'mount_check': 'false', 'log_level': 'ERROR'}
for name, controller in (
    ('account', AccountController),
    ('container', ContainerController),
    ('object', ObjectController),
):
    socket = eventlet.listen(('127.0.0.1', 0))
    port = socket.getsockname()[1]
    device = {
        'id': 0, 'zone': 1, 'region': 1, 'weight': 1.0, 'device': 'disk', 'meta': '',
        'ip': '127.0.0.1', 'port': port, 'replication_ip': '127.0.0.1', 'replication_port': port,
    }
    RingData([array('H', [0, 0])], [device], 31).save(os.path.join(folder, name + '.ring.gz'))
    server = controller(dict(conf))
    eventlet.spawn(wsgi.server, socket, server, log_output=False, socket_timeout=60)

proxy_conf = os.path.join(folder, 'proxy-server.conf')
with open(proxy_conf, 'w') as conf_file:
    conf_file.write(PROXY.format(folder=folder))
proxy = loadapp(proxy_conf)


class Cache:
    """What memcached would keep; the test ends before anything grows old."""

    def __init__(self):
        self.kept = {}

    def get(self, key, *_, **__):
        return self.kept.get(key)

    def set(self, key, value, *_, **__):
        self.kept[key] = value

    def delete(self, key, *_, **__):
        self.kept.pop(key, None)


cache = Cache()


def with_cache(environ, start_response):
    environ['swift.cache'] = cache
    return proxy(environ, start_response)


listening = eventlet.listen(('127.0.0.1', 0))
print(listening.getsockname()[1], flush=True)
wsgi.server(listening, with_cache, log_output=False)
